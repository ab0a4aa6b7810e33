/**
 * The least that a compiled Bun program can do: nothing at all, or (with "serve") answer HTTP
 * requests with a few bytes. What is slower than this is ours.
 */
if (process.argv[2] === "serve") {
  const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      await request.text();
      return new Response(answer, { headers: { "content-type": "application/json" } });
    },
  });
  process.stdout.write(`${server.url.href}\n`);
}
