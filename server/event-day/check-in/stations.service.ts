import type * as contract from '../../../contract/event-day/check-in-overview.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { requireCheckpoint } from './check-in.service.ts';
import { countApproved, selectStations, upsertStation } from './stations.queries.ts';

const shownFor = 6 * 60 * 60_000;

/** Stores a station's checkpoint and what it has not sent yet. Throws `unknown_checkpoint`. */
export async function reportStation(
  services: Services,
  { actor, params: { id }, body: { checkpoint, ...report } }: Call<typeof contract.reportStation>,
): Promise<void> {
  const station = { ...report, id, checkpoint: requireCheckpoint(services, checkpoint) };
  await upsertStation(services.db, { ...station, user_id: actor.id, seen_at: services.now() });
}

/** Returns the stations of the last 6 hours, and how many people are approved. */
export async function getStations({ db, now }: Services): Promise<ResponseOf<typeof contract.getStations>> {
  const since = new Date(now().getTime() - shownFor);
  const [expected, stations] = await Promise.all([countApproved(db), selectStations(db, since)]);
  return {
    expected,
    stations: stations.map(({ seenAt, ...station }) => ({ ...station, seenAt: seenAt.toISOString() })),
  };
}
