import type { Command } from '../command.ts';
import { listFailedMails, retryFailedMails } from './mail.service.ts';

export const mailCommand: Command = {
  usage: {
    'mail failed': 'Lists the mails that were given up.',
    'mail retry ID…': 'Queues mails that were given up again.',
    'mail retry --all': 'Queues all mails that were given up again.',
  },
  run: async ({ words: [action, ...args], options }, { open, print, note }) => {
    const services = await open();
    const failed = await listFailedMails(services.db);
    if (action === 'failed') {
      for (const { id, recipient, subject, failedAt, failure } of failed)
        print([id, failedAt?.toISOString(), failure, recipient, subject].join('\t'));
      note(`Mails that were given up: ${failed.length}.`);
      return;
    }
    const ids = failed.map(({ id }) => id).filter((id) => options.all || args.includes(id));
    print(`Mails queued again: ${await retryFailedMails(services, ids)}.`);
  },
};
