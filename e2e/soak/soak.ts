import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer } from '../../server/testing/mail-server.ts';
import { FaultySite } from './faulty-site.ts';
import { Load } from './load.ts';
import { openSlowClients } from './slow-clients.ts';
import { findLosses } from './verify.ts';

/** A mail server that accepts connections and says nothing, until `answer` is called. */
async function startSilentMail() {
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

/** Waits until every mail has been sent; returns how many have not after seven minutes. */
async function countUnsentMails(site: FaultySite): Promise<number> {
  const deadline = Date.now() + 7 * 60_000;
  for (;;) {
    const unsent = await site.db
      .selectFrom('mails')
      .where('sent_at', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(unsent.count) === 0 || Date.now() > deadline) return Number(unsent.count);
    await pause(1000);
  }
}

/**
 * Runs the program for so many minutes under load, while one fault follows the other. Returns everything that is wrong
 * afterwards, a line for each; `note` is told what happens.
 */
export async function soak(minutes: number, note: (line: string) => void): Promise<string[]> {
  const site = new FaultySite();
  const load = new Load(site);
  const mail = await startSilentMail();
  const smallDisk = site.limitFiles(1024);
  if (!smallDisk) note('Without the right to mount a small file system, the disk is never full.');
  try {
    await site.start({ SMTP_URL: mail.url, MAIL_FROM: 'site@example.org' });
    await load.prepare(Math.ceil(minutes * 250));
    const faults: [name: string, cause: () => Promise<unknown>][] = [
      ['the program is killed', () => site.killProgram()],
      ['the database is killed', () => site.killDatabase()],
      ['the program is killed', () => site.killProgram()],
      ['the database is frozen for 15 s', () => site.freezeDatabase(15_000)],
      ['60 people submit at once', () => load.burst(60)],
      ['the program is stopped and started', () => restart(site)],
      ...(smallDisk
        ? [['the disk is full for 5 s', () => fillDisk(site)] as [string, () => Promise<unknown>]]
        : []),
    ];
    load.start(10, 1500);
    const deadline = Date.now() + minutes * 60_000;
    let slow = openSlowClients(site.url, 100);
    for (let round = 0; Date.now() < deadline; round += 1) {
      const [name, cause] = faults[round % faults.length]!;
      note(`${load.journal.length} acknowledged; ${name}`);
      await cause();
      if (!site.isRunning()) return [`The program has ended by itself:\n${site.output.slice(-4000)}`];
      if (slow.openCount() === 0) slow = openSlowClients(site.url, 100);
      await pause(500 + Math.random() * 2500);
    }
    slow.close();
    await load.finish();
    mail.answer();
    note(`${load.journal.length} acknowledged; waiting for the mails`);
    const unsent = await countUnsentMails(site);
    await site.restartProgram();
    const statuses = [...load.statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
    note(`${load.journal.length} writes acknowledged; answers: ${statuses}`);
    note(
      `${site.counts.starts} starts, the slowest ${Math.max(...site.startTimes)} ms; ${mail.received.length} mails`,
    );
    return [...(await findLosses(site, load)), ...(unsent > 0 ? [`${unsent} mails were never sent`] : [])];
  } finally {
    await site.stop();
    await mail.close();
  }
}

async function restart(site: FaultySite): Promise<void> {
  const code = await site.restartProgram();
  if (code !== 0) throw new Error(`The program ended with ${code}:\n${site.output.slice(-4000)}`);
}

async function fillDisk(site: FaultySite): Promise<void> {
  const { free } = site.fillDisk();
  await pause(5000);
  free();
}
