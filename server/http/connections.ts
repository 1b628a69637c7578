import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps idle connections from refusing everybody: each connection beyond `max` closes the one that has been idle longest.
 * Connections with a request are never closed for it; four times `max` connections are refused.
 */
export function limitConnections(server: Server, max: number): void {
  const idle = new Set<Socket>();
  let open = 0;
  server.maxConnections = 4 * max;
  server.on('connection', (socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    const [longestIdle] = idle;
    if (open > max && longestIdle && longestIdle !== socket) longestIdle.destroy();
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
