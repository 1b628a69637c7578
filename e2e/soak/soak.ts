import { setTimeout as pause } from 'node:timers/promises';
import { restoreUnderLoad } from './backup-drill.ts';
import { FaultySite } from './faulty-site.ts';
import { killDuringMigrations } from './half-migration.ts';
import { killOneInstance } from './instances-under-load.ts';
import { Load } from './load.ts';
import { restartOneByOne } from './rolling-restart.ts';
import { isProxyInstalled } from './shipped-proxy.ts';
import { startSilentMail } from './silent-mail.ts';
import { openSlowClients } from './slow-clients.ts';
import { findLosses } from './verify.ts';

type Note = (line: string) => void;

const hour = 3_600_000;

/** Waits up to seven minutes until every email is sent, except those whose sign-in code has expired. Returns how many are not. */
async function countUnsentMails(site: FaultySite): Promise<number> {
  const deadline = Date.now() + 7 * 60_000;
  for (;;) {
    const unsent = await site.db
      .selectFrom('mails')
      .leftJoin('email_codes as code', 'code.id', 'mails.code_id')
      .where('sent_at', 'is', null)
      .where(({ or, eb }) => or([eb('code.id', 'is', null), eb('code.expires_at', '>', new Date())]))
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(unsent.count) === 0 || Date.now() > deadline) return Number(unsent.count);
    await pause(1000);
  }
}

/**
 * Causes one fault after another under load for this many minutes, then tests upgrades and several instances. Returns what is
 * wrong afterwards, a line each; `note` reports progress.
 */
export async function soak(minutes: number, note: Note): Promise<string[]> {
  const wrong = await soakOneInstance(minutes, note);
  note('the start of a new version is killed 10 times while it migrates');
  wrong.push(...(await killDuringMigrations(10)));
  note('three instances, one of them killed under load');
  const instances = await killOneInstance();
  note(
    `three instances: ${instances.acknowledged} writes acknowledged; seen by another instance after ${instances.slowest} ms at most`,
  );
  wrong.push(...instances.wrong);
  for (const proxy of ['nginx', 'caddy'] as const) {
    if (!isProxyInstalled(proxy)) {
      note(
        `${proxy} is not installed here: no rolling restart behind it. On Debian: apt-get install ${proxy === 'nginx' ? 'nginx-light' : 'caddy'}`,
      );
      continue;
    }
    note(`three instances behind ${proxy} are restarted one after the other`);
    const { sent, failures } = await restartOneByOne(proxy, 6000);
    note(`${failures.length} of ${sent} requests failed`);
    wrong.push(...failures.map((line) => `${proxy}: ${line}`));
  }
  return wrong;
}

/** Runs one instance on its own database through one fault after another. */
async function soakOneInstance(minutes: number, note: Note): Promise<string[]> {
  const site = new FaultySite();
  const load = new Load(site);
  const mail = await startSilentMail();
  const smallDisks = site.limitDatabase(1600) && site.limitFiles(1024);
  if (!smallDisks) note('Full disks are not tested: this needs the right to mount a file system.');
  const wrong: string[] = [];
  try {
    await site.start({ SMTP_URL: mail.url, MAIL_FROM: 'site@example.org' });
    await load.prepare(Math.ceil(minutes * 250));
    const kills = { program: 0, database: 0 };
    const killBoth = async () => {
      kills.program += 1;
      await site.killProgram();
      await pause(500 + Math.random() * 1500);
      kills.database += 1;
      await site.killDatabase();
    };
    const faults: [name: string, cause: () => Promise<unknown>][] = [
      ['the database is frozen for 15 s', () => site.freezeDatabase(15_000)],
      ['60 people submit at once', () => load.burst(60)],
      ['the program is stopped and started', () => restart(site)],
      ...(smallDisks
        ? ([
            ['the disk of the files is full for 5 s', () => fillDisk(site, 'files')],
            ['the disk of the database is full for 10 s', () => fillDisk(site, 'database')],
          ] as [string, () => Promise<unknown>][])
        : []),
      ['the clock jumps an hour ahead, then an hour back', () => jumpClock(site)],
      ['a backup is made and restored', async () => wrong.push(...(await restoreUnderLoad(site, load)))],
    ];
    load.start(10, 1500);
    const deadline = Date.now() + minutes * 60_000;
    let slow = openSlowClients(site.url, 100);
    for (let round = 0; Date.now() < deadline; round += 1) {
      const [name, cause] = faults[round % faults.length]!;
      note(`${load.journal.length} acknowledged; program and database are killed twice; then ${name}`);
      await killBoth();
      await pause(500 + Math.random() * 1500);
      await killBoth();
      await cause();
      if (!site.isRunning()) return [`The program has ended by itself:\n${site.output.slice(-4000)}`];
      if (slow.openCount() === 0) slow = openSlowClients(site.url, 100);
      await pause(500 + Math.random() * 1500);
    }
    slow.close();
    await load.finish();
    mail.answer();
    note(`${load.journal.length} acknowledged; waiting for the emails`);
    const unsent = await countUnsentMails(site);
    await site.restartProgram();
    const statuses = [...load.statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
    note(`${load.journal.length} writes acknowledged; answers: ${statuses}`);
    note(`killed with -9: the program ${kills.program} times, the database ${kills.database} times`);
    note(
      `${site.counts.starts} starts, the slowest ${Math.max(...site.startTimes)} ms; ${mail.received.length} mails`,
    );
    wrong.push(...(await findLosses(site, load)));
    return [...wrong, ...(unsent > 0 ? [`${unsent} mails were never sent`] : [])];
  } finally {
    await site.stop();
    await mail.close();
  }
}

async function restart(site: FaultySite): Promise<void> {
  const code = await site.restartProgram();
  if (code !== 0) throw new Error(`The program ended with ${code}:\n${site.output.slice(-4000)}`);
}

async function fillDisk(site: FaultySite, of: 'files' | 'database'): Promise<void> {
  const { free } = site.fillDisk(of);
  await pause(of === 'files' ? 5000 : 10_000);
  free();
  await site.waitUntilReady();
}

async function jumpClock(site: FaultySite): Promise<void> {
  for (const offset of [hour, -hour, 0]) {
    site.moveClock(offset);
    await pause(4000);
  }
}
