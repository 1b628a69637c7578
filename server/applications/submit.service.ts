import {
  type Application,
  type ApplicationFields,
  deckPart,
  resumePart,
} from '../../contract/applications.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { addFile, type CheckedDocument, checkDocument, storeFilesAround } from '../files/files.service.ts';
import type { StagedFile } from '../files/staging.ts';
import { fail, Problem } from '../http/problem.ts';
import { addJob } from '../jobs/add-job.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import {
  insertJoinRequest,
  insertTeamWithLeader,
  lockTeamOfUser,
  requireTrackFitsTeam,
  setTeamPreference,
} from '../teams/teams.service.ts';
import { type ApplicationForm, parseApplicationForm } from './application-form.ts';
import { hasApplication, insertApplication } from './applications.queries.ts';
import { getMyApplication } from './applications.service.ts';

export interface ReceivedFiles {
  resume?: StagedFile;
  pitchDeck?: StagedFile;
}

/**
 * Applies: the application, its files, and the team or join request that the form asks for appear together or not at
 * all. Throws registration_closed, already_applied, what `readForm` and the checks of the files throw, what
 * `createTeam` and `requestToJoin` throw, track_limited, and apply_failed for a fault on our side.
 */
export async function submitApplication(
  services: Services,
  actor: SignedInUser,
  fields: ApplicationFields,
  files: ReceivedFiles,
): Promise<Application> {
  const { db, event } = services;
  requireOpen(services);
  const form = parseApplicationForm(fields, { resume: !!files.resume, pitchDeck: !!files.pitchDeck }, event);
  try {
    if (await hasApplication(db, actor.id)) fail('already_applied');
    const papers = await checkPapers(services, form, files);
    await storeFilesAround(services, papers, () =>
      transact(db, (trx) => insertWhole(trx, services, actor.id, form, papers)),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw new Problem('apply_failed', { retryAfter: 2, cause: error });
    // Of the same form sent twice at once, the second stumbles over what the first has made: its team, for example.
    if (error.status === 409 && (await hasApplication(db, actor.id))) fail('already_applied');
    throw error;
  }
  return getMyApplication(services, actor);
}

function requireOpen({ event, now }: Pick<Services, 'event' | 'now'>): void {
  const { enforce, closesAt } = event.registration;
  if (enforce && now().getTime() > Date.parse(closesAt)) fail('registration_closed');
}

/** The deck of a track that asks for none is left where it was received, to be dropped. */
function checkPapers(
  services: Services,
  { track }: ApplicationForm,
  files: ReceivedFiles,
): Promise<CheckedDocument[]> {
  const papers = [checkDocument(services, 'resume', files.resume!, resumePart)];
  if (track.requiresPitchDeck) papers.push(checkDocument(services, 'pitchDeck', files.pitchDeck!, deckPart));
  return Promise.all(papers);
}

async function insertWhole(
  trx: Db,
  services: Services,
  userId: string,
  form: ApplicationForm,
  papers: CheckedDocument[],
): Promise<void> {
  await settleTeam(trx, services, userId, form);
  const [resume, deck] = await Promise.all(papers.map((paper) => addFile(trx, userId, paper)));
  const inserted = await insertApplication(trx, {
    user_id: userId,
    track: form.track.id,
    major: form.major,
    t_shirt_size: form.tShirtSize,
    dietary_restrictions: form.dietaryRestrictions,
    why_join: form.whyJoin,
    resume_file_id: resume!,
    pitch_deck_file_id: deck ?? null,
    created_at: services.now(),
  });
  if (!inserted) fail('already_applied');
  await addJob(trx, 'read-resume', { userId }, { attempts: 6 });
  await notify(trx, 'applications');
  await notify(trx, `user:${userId}`);
}

/** Does with the team what the form asks for, and so takes the locks on team and person that come first. */
async function settleTeam(
  trx: Db,
  services: Services,
  userId: string,
  { team: wish, track: { id: track } }: ApplicationForm,
): Promise<void> {
  if (wish.kind === 'create') {
    await insertTeamWithLeader(trx, services, { userId, name: wish.name, track });
  } else if (wish.kind === 'ask') {
    await insertJoinRequest(trx, services, { userId, teamId: wish.teamId, track });
    await setTeamPreference(trx, userId, 'lookingForTeam');
  } else {
    const team = await lockTeamOfUser(trx, userId);
    if (team) await requireTrackFitsTeam(trx, services.event, { teamId: team.id, track });
    else await setTeamPreference(trx, userId, 'solo');
  }
}
