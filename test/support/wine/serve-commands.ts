/**
 * For programs of the tests that run on Windows: they are told what to do by HTTP, as Wine takes no pipe for
 * standard input. The first line of their output is the port.
 */
export function serveCommands(obey: (command: unknown) => Promise<object>): void {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    // Some commands wait for other programs.
    idleTimeout: 0,
    fetch: async (request) => {
      try {
        return Response.json(await obey(await request.json()));
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  });
  console.log(server.port);
}
