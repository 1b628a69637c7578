import type { Command } from '../platform/command.ts';
import * as queries from './shared-settings.queries.ts';

export const settingsCommand: Command = {
  usage: {
    'settings accept':
      'Makes these SECRET_KEY, PUBLIC_URL and storage of files the ones that every instance must have.',
  },
  run: async (_given, { open, print }) => {
    const { db, config } = await open();
    const own = queries.toSharedSettings(config);
    const changed = await queries.listSettingChanges(db, own);
    await queries.acceptSettings(db, own);
    print(
      changed.length > 0
        ? `Accepted: ${queries.formatSettings(changed)}. Restart instances that run with the old settings.`
        : 'These are the settings of the site already.',
    );
  },
};
