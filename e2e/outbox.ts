import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';

/** Returns the newest email to an address with this subject in the outbox of a data folder; waits for it up to a minute. */
export async function findMailTo(dataDir: string, address: string, subject: RegExp): Promise<Email> {
  const folder = path.join(dataDir, 'outbox');
  for (let tries = 0; tries < 600; tries += 1) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.reverse()) {
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
      if (mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? '')) return mail;
    }
    await pause(100);
  }
  throw new Error(`No email to ${address} about ${subject}`);
}

/** Returns the address of each email in the outbox of a data folder, so that one may occur several times. */
export async function listAddresses(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  return mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? '');
}
