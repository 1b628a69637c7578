import type { BadgeContent } from '../../contract/badges.ts';
import { findTrack } from '../../contract/event.ts';
import { passQrCode } from '../check-in/pass.ts';
import type { Services } from '../services.ts';
import { selectApprovedForBadges } from './badges.queries.ts';

/** Returns the badges of these applications by name; only approved people have one. */
export async function listBadges(services: Services, ids: string[]): Promise<BadgeContent[]> {
  const people = await selectApprovedForBadges(services.db, ids);
  return people.map(({ applicationId: _id, track, team, ...holder }) => ({
    _id,
    name: holder.name,
    track: findTrack(services.event, track)?.title ?? track,
    team,
    qrCode: passQrCode(services, holder),
  }));
}
