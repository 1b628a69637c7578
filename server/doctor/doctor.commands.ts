import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { silentModels } from '../search/models/models.doctor.ts';
import { checkWallets } from '../wallet/wallet.doctor.ts';
import { findBrokenFiles, findBrokenInvariants, findOrphanedFiles } from './doctor.service.ts';

/** Checks the database, every stored file and the configured models; prints a line for each problem, and exits with 1 then. */
export const doctorCommand: Command = {
  usage: ['doctor'],
  run: async (args, { open, print, note }) => {
    if (args.length > 0) throw new UsageError();
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
    note(problems.length === 0 ? 'No problems found.' : `Problems found: ${problems.length}.`);
    return problems.length === 0 ? 0 : 1;
  },
};
