import type { Badge } from '../../contract/badges.ts';
import { findTrack } from '../../contract/event.ts';
import { passQrCode } from '../check-in/pass.ts';
import type { Services } from '../services.ts';
import { approvedAmong } from './badges.queries.ts';

/** The badges of these applications, by name; who is not approved has none. */
export async function badgesOf(services: Services, ids: string[]): Promise<Badge[]> {
  const people = await approvedAmong(services.db, ids);
  return people.map(({ applicationId: _id, track, team, ...holder }) => ({
    _id,
    name: holder.name,
    track: findTrack(services.event, track)?.title ?? track,
    team,
    qrCode: passQrCode(services, holder),
  }));
}
