import { connect, type Socket } from 'node:net';

/** Opens connections that send a byte a second and never finish: half of them in a request's headers, half in its body. */
export function openSlowClients(url: string, count: number): { openCount: () => number; close: () => void } {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    const head = 'POST /api/auth/email/start HTTP/1.1\r\nhost: localhost\r\n';
    const body = `origin: ${url}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`;
    socket.on('connect', () => socket.write(index % 2 ? head : head + body));
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.resume();
    return socket;
  });
  const timer = setInterval(() => {
    for (const socket of open) socket.write('x');
  }, 1000);
  return {
    openCount: () => open.size,
    close: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
