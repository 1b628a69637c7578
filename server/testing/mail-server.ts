import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Every accepted mail as it was sent. */
  received: string[];
  close: () => Promise<void>;
}

/** Starts a mail server on loopback that accepts everything, after refusing `refusals` mails with `responseCode` and `text`. */
export async function startMailServer({
  refusals = 0,
  responseCode = 451,
  text = 'Try later',
} = {}): Promise<MailServer> {
  const received: string[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refused++ < refusals) return done(Object.assign(new Error(text), { responseCode }));
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  // A program that is killed resets its connections.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
