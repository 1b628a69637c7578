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
    const { db, event, config } = await open();
    const holders = await transact(db, async (trx) => {
      const found = await selectPassHolders(trx);
      const site = { event, publicUrl: config.publicUrl };
      await queueMails(
        trx,
        found.map(({ id, email, name }) => ({
          ...createPassEmail({ ...site, name }),
          to: email,
          userId: id,
        })),
      );
      return found;
    });
    print(`Emails queued: ${holders.length}.`);
  },
};
