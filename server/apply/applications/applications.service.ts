import type * as contract from '../../../contract/apply/applications.ts';
import { findTrack, type Track } from '../../../contract/event/event.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { deckPart } from '../../../contract/platform/files.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { addFile, checkDocument, deleteFiles, storeFilesAround } from '../../platform/files/files.service.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifyApplicationChange, notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { lockTeamOfUser, requireTrackFitsTeam } from '../../teams/teams.service.ts';
import { listAgreements } from '../agreements/agreements.service.ts';
import { findGuardianState } from '../guardians/guardians.service.ts';
import { listPlaces } from '../places/places.service.ts';
import { findWaitlistPosition } from '../places/waitlist.service.ts';
import { getAnswerTexts, listAnswers } from '../questions/questions.service.ts';
import { lockApplicationOfUser } from './applications.locks.ts';
import { findApplicationByUser, updateApplicationTrack } from './applications.queries.ts';
import { detailsRefusal, trackRefusal } from './applications.rules.ts';
import { entranceId, toApplication } from './applications.views.ts';

/** Returns a person's own application. Throws `not_found` when there is none. */
export async function getMyApplication(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor }: Call<typeof contract.getMyApplication>,
): Promise<ResponseOf<typeof contract.getMyApplication>> {
  const row = (await findApplicationByUser(db, actor.id, entranceId(event))) ?? fail('not_found');
  const place = (await listPlaces({ db, event }, [row.id])).get(row.id);
  const position = place?.state === 'waiting' ? await findWaitlistPosition(db, row.id) : undefined;
  const data: contract.Application = {
    ...toApplication(event, actor, row, place && { ...place, position }),
    ...(event.questions.length > 0 && {
      answers: (await listAnswers(db, event, [actor.id], { seesSensitive: true })).get(actor.id) ?? [],
      ...(!detailsRefusal(row.status, row.checkedInAt !== null) && {
        editableAnswers: await getAnswerTexts(db, actor.id),
      }),
    }),
    ...(event.guardian && { guardian: await findGuardianState(db, actor.id) }),
    ...(event.agreements.length > 0 && { agreements: await listAgreements(db, actor.id) }),
    ...(row.tableNumber && { tableNumber: row.tableNumber }),
  };
  return { success: true, data };
}

/**
 * Changes the caller's track while the application is pending. Throws `unknown_track`, `not_found`, `application_decided`,
 * `deck_required` and `track_limited`.
 */
export async function updateTrack(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor, body: { track: trackId } }: Call<typeof contract.updateTrack>,
): Promise<void> {
  const track = findTrack(event, trackId) ?? fail('unknown_track');
  await transact(db, async (trx) => {
    const application = await lockForTrackChange(trx, event, actor.id, track);
    if (track.requiresPitchDeck && !application.pitchDeckId)
      fail('deck_required', { values: { track: track.id } });
    await updateApplicationTrack(trx, application.id, { track: track.id });
    await notifyApplicationChange(trx, actor.id);
  });
}

/**
 * Stores a pitch deck and moves the caller's application to the track that requires one: both or neither. Throws
 * `deck_no_file`, `unknown_track` (no track requires one), `deck_not_pdf`, `not_found`, `application_decided`,
 * `track_limited`, and `deck_failed` for an error on our side.
 */
export async function uploadPitchDeck(
  services: Services,
  { actor, files: { pitchDeck: received } }: Call<typeof contract.uploadPitchDeck>,
): Promise<void> {
  const { db, event } = services;
  if (!received) fail('deck_no_file');
  const track = event.tracks.find((candidate) => candidate.requiresPitchDeck) ?? fail('unknown_track');
  const deck = await checkDocument(services, { owner_id: actor.id, kind: 'pitchDeck' }, received, deckPart);
  await storeFilesAround(services, [deck], () =>
    transact(db, async (trx) => {
      const application = await lockForTrackChange(trx, event, actor.id, track);
      const file = await addFile(trx, deck);
      await updateApplicationTrack(trx, application.id, { track: track.id, pitch_deck_file_id: file });
      if (application.pitchDeckId) await deleteFiles(trx, [application.pitchDeckId]);
      await notifyApplicationChange(trx, actor.id);
    }),
  );
}

/**
 * Locks team, person and application for a change to this track, and throws the refusals that apply to every such change.
 */
async function lockForTrackChange(trx: Db, event: Services['event'], userId: string, track: Track) {
  const team = await lockTeamOfUser(trx, userId);
  const application = (await lockApplicationOfUser(trx, userId)) ?? fail('not_found');
  failIf(trackRefusal(application.status));
  if (team) {
    await requireTrackFitsTeam(trx, event, { teamId: team.id, track: track.id });
    // The track limits the seats that the others see.
    await notifySubscribers(trx, `team:${team.id}`);
  }
  return application;
}
