import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy on loopback that sends each request to the next of its servers, skipping those that do not listen. If a server ends
 * while it answers, the caller gets no answer.
 */
export class RoundRobinProxy {
  #ports: number[] = [];
  #turn = 0;
  #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  serve(ports: number[]): void {
    this.#ports = ports;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray().catch(() => []));
    for (let tries = 0; tries < this.#ports.length; tries += 1) {
      const port = this.#ports[this.#turn++ % this.#ports.length]!;
      const isAnswered = await send(port, incoming, body, outgoing).catch(() => true);
      if (isAnswered) break;
    }
    if (!outgoing.writableEnded) outgoing.destroy();
  }
}

/** Resolves with true when the answer is written, with false when the server does not listen; rejects when it ends meanwhile. */
function send(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer
        .on('error', reject)
        .on('aborted', reject)
        .on('end', () => resolve(true));
      outgoing.on('close', () => call.destroy());
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(false) : reject(error),
    );
    call.end(body);
  });
}
