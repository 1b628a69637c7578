import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { silentModels } from '../search/models/models.doctor.ts';
import { checkWallets } from '../wallet/wallet.doctor.ts';
import { findBrokenFiles, findBrokenInvariants, findOrphanedFiles } from './doctor.service.ts';

/** Examines the database, every kept file and the models that are configured; prints a line for everything that is wrong, and ends with 1 then. */
export const doctorCommand: Command = {
  usage: ['doctor'],
  run: async (args, { open, print, note }) => {
    if (args.length > 0) throw new UsageError();
    const services = await open();
    const wallets = checkWallets(services.config, services.now());
    const wrong = [
      ...(await findBrokenInvariants(services)),
      ...(await findBrokenFiles(services)),
      ...(await findOrphanedFiles(services)),
      ...wallets.wrong,
      ...(await silentModels(services.config)),
    ];
    for (const line of wrong) print(line);
    for (const line of wallets.notes) note(line);
    note(wrong.length === 0 ? 'All is well.' : `${wrong.length} things are wrong.`);
    return wrong.length === 0 ? 0 : 1;
  },
};
