import type { getStations as getStationsCall } from '../../../contract/event-day/check-in-overview.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import type { Services } from '../../platform/services.ts';
import { requireCheckpoint } from './scan-input.ts';
import { countApproved, selectStations, upsertStation } from './stations.queries.ts';

const shownFor = 6 * 60 * 60_000;

/** Stores where a station stands and what it has not sent yet. Throws `unknown_checkpoint`. */
export async function reportStation(
  services: Services,
  {
    checkpoint,
    ...report
  }: { id: string; by: string; checkpoint?: string; waiting: number; troubled: number },
): Promise<void> {
  const { by: user_id, ...rest } = report;
  const at = requireCheckpoint(services, checkpoint);
  await upsertStation(services.db, { ...rest, user_id, checkpoint: at, seen_at: services.now() });
}

/** Returns the stations of the last 6 hours, and how many people are approved. */
export async function getStations({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): Promise<ResponseOf<typeof getStationsCall>> {
  const since = new Date(now().getTime() - shownFor);
  const [expected, stations] = await Promise.all([countApproved(db), selectStations(db, since)]);
  return {
    expected,
    stations: stations.map(({ seenAt, ...station }) => ({ ...station, seenAt: seenAt.toISOString() })),
  };
}
