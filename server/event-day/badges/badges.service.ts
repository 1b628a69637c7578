import { findTrack } from '../../../contract/event/event.ts';
import type * as contract from '../../../contract/event-day/badges.ts';
import { requireOpenReview } from '../../people-data/blind-review.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Services } from '../../platform/services.ts';
import { hasPass, passQrCode } from '../check-in/pass.ts';
import { selectBadgeHolders } from './badges.queries.ts';

/** Returns the badges of these applications by name; only people with a pass have one. Throws `export_blind`. */
export async function listBadges(services: Services, { body: { ids } }: Call<typeof contract.listBadges>) {
  await requireOpenReview(services.db);
  const people = await selectBadgeHolders(services.db, ids);
  const holders = people.filter(({ status }) => hasPass(status));
  return holders.map(({ applicationId: _id, track, team, tableNumber, email, ...holder }) => ({
    _id,
    name: holder.name,
    ...(holder.name === '' && email && { email }),
    track: findTrack(services.event, track)?.title ?? track,
    team,
    ...(tableNumber !== null && { tableNumber }),
    qrCode: passQrCode(services, holder),
  }));
}
