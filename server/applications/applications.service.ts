import { type Application, deckPart } from '../../contract/applications.ts';
import { findTrack, type Track } from '../../contract/event.ts';
import type { SignedIn } from '../auth/sessions.service.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { addFile, checkPaper, giveUpFile, storeAround } from '../files/files.service.ts';
import type { StagedFile } from '../files/staging.ts';
import { fail, Problem } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { lockTeamOf, requireTrackFits } from '../teams/teams.service.ts';
import { applicationOf, lockApplicationOf, updateTrack } from './applications.queries.ts';
import { applicationView, entranceOf } from './applications.views.ts';

/** A person's own application. Throws not_found when there is none. */
export async function ownApplication(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedIn,
): Promise<Application> {
  const row = (await applicationOf(db, actor.id, entranceOf(event))) ?? fail('not_found');
  return applicationView(event, actor, row);
}

/**
 * Changes the own track while the application is pending. Throws unknown_track, not_found, under_review, deck_required,
 * track_limited.
 */
export async function changeTrack(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: SignedIn,
  trackId: string,
): Promise<void> {
  const track = findTrack(event, trackId) ?? fail('unknown_track');
  await transact(db, async (trx) => {
    const application = await lockPending(trx, event, actor.id, track);
    if (track.requiresPitchDeck && !application.pitchDeckId)
      fail('deck_required', { values: { track: track.id } });
    await updateTrack(trx, application.id, { track: track.id });
    await tell(trx, actor.id);
  });
}

/**
 * Stores a pitch deck and moves the own application to the track that asks for one, both or neither. Throws
 * deck_no_file, unknown_track (no track asks for one), deck_not_pdf, not_found, under_review, track_limited,
 * and deck_failed for a fault on our side.
 */
export async function uploadPitchDeck(
  services: Services,
  actor: SignedIn,
  received: StagedFile | undefined,
): Promise<void> {
  const { db, event } = services;
  if (!received) fail('deck_no_file');
  const track = event.tracks.find((candidate) => candidate.requiresPitchDeck) ?? fail('unknown_track');
  const deck = await checkPaper(services, 'pitchDeck', received, deckPart);
  try {
    await storeAround(services, [deck], () =>
      transact(db, async (trx) => {
        const application = await lockPending(trx, event, actor.id, track);
        const file = await addFile(trx, actor.id, deck);
        await updateTrack(trx, application.id, { track: track.id, pitch_deck_file_id: file });
        if (application.pitchDeckId) await giveUpFile(trx, application.pitchDeckId);
        await tell(trx, actor.id);
      }),
    );
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('deck_failed', { retryAfter: 2, cause: error });
  }
}

/** Locks team, person and application, in this order, for a move to a track; the checks that any move needs. */
async function lockPending(trx: Db, event: Services['event'], userId: string, track: Track) {
  const team = await lockTeamOf(trx, userId);
  const application = (await lockApplicationOf(trx, userId)) ?? fail('not_found');
  if (application.status !== 'pending') fail('under_review');
  if (team) await requireTrackFits(trx, event, { teamId: team.id, track: track.id });
  return application;
}

async function tell(trx: Db, userId: string): Promise<void> {
  await notify(trx, 'applications');
  await notify(trx, `user:${userId}`);
}
