import type { Services } from '../../platform/services.ts';

/**
 * Makes the event of a site from before documents its first versions: the files in `event/` as they were agreed, and the
 * differences in `event_changes`. Throws a sentence for the operator.
 */
export async function convertOldEvent(_site: Pick<Services, 'db' | 'config' | 'log'>): Promise<void> {
  throw new Error(
    'The event of this site is in files of an earlier version, which this version cannot read. Nothing was changed. Start the version that the site ran before.',
  );
}
