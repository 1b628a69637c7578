import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { silentModels } from '../search/models/models.doctor.ts';
import { examineWallets } from '../wallet/wallet.doctor.ts';
import { brokenFiles, brokenRules, orphans } from './doctor.service.ts';

/** Examines the database, every kept file and the models that are configured; prints a line for everything that is wrong, and ends with 1 then. */
export const doctor: Command = {
  usage: ['doctor'],
  run: async (args, { open, print, note }) => {
    if (args.length > 0) throw new UsageError();
    const services = await open();
    const wallets = examineWallets(services.config, services.now());
    const wrong = [
      ...(await brokenRules(services)),
      ...(await brokenFiles(services)),
      ...(await orphans(services)),
      ...wallets.wrong,
      ...(await silentModels(services.config)),
    ];
    for (const line of wrong) print(line);
    for (const line of wallets.notes) note(line);
    note(wrong.length === 0 ? 'All is well.' : `${wrong.length} things are wrong.`);
    return wrong.length === 0 ? 0 : 1;
  },
};
