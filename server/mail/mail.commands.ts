import { type Command, UsageError } from '../command.ts';
import { listFailedMails, retryFailedMails } from './mail.service.ts';

/** Lists the mails that were given up, or queues them again. */
export const mailCommand: Command = {
  usage: ['mail failed', 'mail retry ID…', 'mail retry --all'],
  run: async ([action, ...args], { open, print, note }) => {
    const all = args.length === 1 && args[0] === '--all';
    if (action !== 'failed' && action !== 'retry') throw new UsageError();
    if ((action === 'failed') !== (args.length === 0)) throw new UsageError();
    const { db } = await open();
    const failed = await listFailedMails(db);
    if (action === 'failed') {
      for (const { id, recipient, subject, failedAt, failure } of failed)
        print([id, failedAt?.toISOString(), failure, recipient, subject].join('\t'));
      note(`Mails that were given up: ${failed.length}.`);
      return;
    }
    const ids = failed.map(({ id }) => id).filter((id) => all || args.includes(id));
    print(`Mails queued again: ${await retryFailedMails(db, ids)}.`);
  },
};
