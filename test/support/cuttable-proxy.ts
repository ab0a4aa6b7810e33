import { connect, createServer, type Socket } from "node:net";

/** A TCP relay in front of a server, whose connections a test can cut. */
export interface CuttableProxy extends AsyncDisposable {
  readonly port: number;
  /** Drops all connections that are open, without a word to either side. */
  cut(): void;
  /** From now on drops a connection when this many bytes of an answer have passed, once. */
  cutAfter(bytes: number): void;
}

export async function startCuttableProxy(targetPort: () => number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let bytesLeft = Number.POSITIVE_INFINITY;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  };
  const listener = createServer((client) => {
    const server = connect(targetPort(), "127.0.0.1");
    keep(client);
    keep(server);
    client.pipe(server);
    server.on("data", (chunk: Uint8Array) => {
      client.write(chunk.subarray(0, bytesLeft));
      bytesLeft -= chunk.length;
      if (bytesLeft > 0) return;
      bytesLeft = Number.POSITIVE_INFINITY;
      client.end();
      server.destroy();
    });
    client.on("close", () => server.destroy());
    server.on("close", () => client.end());
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
