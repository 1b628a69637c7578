import type { Command } from '../command.ts';
import { canChangeSchema, oneRoleWarning } from '../db/roles.ts';
import { listFailedMails } from '../mail/mail.service.ts';
import { silentModels } from '../search/models/models.doctor.ts';
import { checkWallets } from '../wallet/wallet.doctor.ts';
import { findBrokenFiles, findBrokenInvariants, findOrphanedFiles } from './doctor.service.ts';

/** Checks the database, every stored file and the configured models; prints a line for each problem, and exits with 1 then. */
export const doctorCommand: Command = {
  usage: {
    doctor:
      'Checks the data, stored files, mail, bucket, models and wallets; exits with 1 when something is wrong.',
  },
  run: async (_given, { open, print, note }) => {
    const services = await open();
    const wallets = checkWallets(services.config, services.now());
    const problems = [
      ...(await findBrokenInvariants(services)),
      ...(await findBrokenFiles(services)),
      ...(await findOrphanedFiles(services)),
      ...wallets.wrong,
      ...(await silentModels(services.config)),
    ];
    for (const line of problems) print(line);
    for (const line of wallets.notes) note(line);
    if (await canChangeSchema(services.db)) note(oneRoleWarning);
    const failed = await listFailedMails(services.db);
    for (const { id, failure } of failed) note(`Mail ${id} was given up: ${failure}.`);
    if (failed.length > 0) note('List them: npm run cli -- mail failed');
    note(problems.length === 0 ? 'No problems found.' : `Problems found: ${problems.length}.`);
    return problems.length === 0 ? 0 : 1;
  },
};
