import type { Command } from '../../platform/command.ts';
import { transact } from '../../platform/db/transact.ts';
import { queueMails } from '../../platform/mail/mail.service.ts';
import { selectPassHolders } from './participants.queries.ts';
import { createPassEmail } from './pass-email.ts';

export const passesCommand: Command = {
  usage: {
    'passes mail': 'Emails everybody who is approved that their pass has changed, with the link to it.',
  },
  run: async (_given, { open, print }) => {
    const services = await open();
    const holders = await transact(services.db, async (trx) => {
      const found = await selectPassHolders(trx);
      const mails = found.map(({ id, email, name }) => ({
        ...createPassEmail(services, { name }),
        to: email,
        userId: id,
      }));
      await queueMails(trx, mails);
      return found;
    });
    print(`Emails queued: ${holders.length}.`);
  },
};
