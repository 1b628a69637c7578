import { emailAddress } from '../../../contract/platform/text-rules.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { findAddressHolder } from '../../people-data/users.queries.ts';
import type { Command } from '../../platform/command.ts';
import { transact } from '../../platform/db/transact.ts';
import { addAdmin, addOwner, removeAdmin } from './roles.service.ts';
import { addVolunteer, removeVolunteer } from './volunteers.service.ts';

export function parseEmail(given: string): string {
  const email = emailAddress.safeParse(given);
  if (!email.success) throw new Error(`"${given}" is not an email address.`);
  return email.data;
}

export const adminCommand: Command = {
  usage: {
    'admin add EMAIL': 'Makes somebody an organizer and signs them out everywhere.',
    'admin owner EMAIL': 'Makes somebody an owner, who appoints owners, and signs them out everywhere.',
    'admin remove EMAIL': 'Makes an organizer a hacker again and signs them out everywhere.',
  },
  run: async ({ words: [action, given = ''] }, { open, print, note }) => {
    const email = parseEmail(given);
    const services = await open();
    const changed = await transact(services.db, async (trx) => {
      if (action === 'add') return addAdmin(trx, services, await findOrCreateAccount(trx, email), null);
      if (action === 'owner') return addOwner(trx, services, await findOrCreateAccount(trx, email));
      const holder = await findAddressHolder(trx, email);
      if (!holder) throw new Error(`No account has the address ${email}.`);
      return removeAdmin(trx, holder.id, null);
    });
    if (action === 'add') print(`${email} is ${changed ? 'now' : 'already'} an organizer.`);
    else if (action === 'owner') print(`${email} is ${changed ? 'now' : 'already'} an owner.`);
    else print(`${email} is ${changed ? 'no longer' : 'not'} an organizer.`);
    if (action === 'remove' && services.config.adminEmails.includes(email))
      note(
        'ADMIN_EMAILS still names this address. Remove it, or the next sign-in makes the user an organizer again.',
      );
  },
};

export const volunteerCommand: Command = {
  usage: {
    'volunteer add EMAIL': 'Makes somebody a volunteer and signs them out everywhere.',
    'volunteer remove EMAIL': 'Makes a volunteer a hacker again and signs them out everywhere.',
  },
  run: async ({ words: [action, given = ''] }, { open, print }) => {
    const email = parseEmail(given);
    const services = await open();
    if (action === 'add') {
      await addVolunteer(services, { actor: { id: null }, body: { email, role: 'volunteer' } });
      return print(`${email} is a volunteer.`);
    }
    const holder = await findAddressHolder(services.db, email);
    if (holder?.role !== 'volunteer') throw new Error(`No volunteer has the address ${email}.`);
    await removeVolunteer(services, { actor: { id: null }, params: { id: holder.id } });
    print(`${email} is not a volunteer.`);
  },
};
