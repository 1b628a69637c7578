import { connect, createServer } from 'node:net';
import { startMailServer } from '../../server/testing/mail-server.ts';

/** A mail server that accepts connections and sends nothing until `answer` is called. */
export async function startSilentMail() {
  const mailServer = await startMailServer();
  let silent = true;
  const front = createServer((socket) => {
    socket.on('error', () => undefined);
    if (silent) return void socket.resume();
    const back = connect(Number(new URL(mailServer.url).port), '127.0.0.1');
    back.on('error', () => socket.destroy());
    socket.on('close', () => back.destroy());
    socket.pipe(back).pipe(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => front.once('listening', listening));
  const { port } = front.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: mailServer.received,
    answer: () => {
      silent = false;
    },
    close: async () => {
      front.close();
      await mailServer.close();
    },
  };
}
