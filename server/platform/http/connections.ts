import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps idle connections from blocking everybody: each connection beyond `max` closes the oldest idle one. Connections with
 * a request are never closed for this; beyond four times `max`, new ones are refused.
 */
export function limitConnections(server: Server, max: number): void {
  const sockets = new Set<Socket>();
  const latestResponse = new WeakMap<Socket, ServerResponse>();
  const isIdle = (socket: Socket) => latestResponse.get(socket)?.writableFinished ?? true;
  server.maxConnections = 4 * max;
  server.on('connection', (socket) => {
    // The address of a closed connection is only known if it was read before.
    if (!socket.remoteAddress) socket.destroy();
    if (sockets.size >= max) [...sockets].find(isIdle)?.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }, response) => latestResponse.set(socket, response));
}
