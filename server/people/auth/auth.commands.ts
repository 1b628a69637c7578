import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import type { Command } from '../../platform/command.ts';
import { transact } from '../../platform/db/transact.ts';
import { parseEmail } from '../users/users.commands.ts';
import { createCode } from './sign-in-codes.service.ts';
import { createSignInLink } from './sign-in-links.service.ts';

/**
 * Prints a one-time code and link for a user, creating the account if necessary: for locked-out organizers, and for tests.
 */
export const signInCommand: Command = {
  usage: {
    'sign-in EMAIL [--json]':
      'Prints a code and a link with which somebody signs in once, within ten minutes.',
  },
  run: async ({ words: [given = ''], options }, { open, print }) => {
    const email = parseEmail(given);
    const services = await open();
    const { code, link } = await transact(services.db, async (trx) => {
      const id = await findOrCreateAccount(trx, email);
      return {
        code: await createCode(services, trx, email),
        link: await createSignInLink(services, trx, id),
      };
    });
    if (options.json) print(JSON.stringify({ email, code, link }));
    else print(`Code for ${email}: ${code}\nOr open: ${link}\nEach works once, for 10 minutes.`);
  },
};
