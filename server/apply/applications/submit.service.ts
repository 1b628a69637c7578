import { z } from 'zod';
import {
  type ApplicationFormValues,
  type FormField,
  type ParsedForm,
  parseForm,
} from '../../../contract/apply/application-form.ts';
import type * as contract from '../../../contract/apply/applications.ts';
import { countryCodes } from '../../../contract/apply/countries.ts';
import type { Track } from '../../../contract/event/event.ts';
import { isRegistrationOpen } from '../../../contract/event/phases.ts';
import { deckPart, resumePart } from '../../../contract/platform/files.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { findApplicationOfUser } from '../../people-data/users.queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import {
  beginWithFiles,
  type CheckedDocument,
  checkDocument,
  deleteFiles,
  storeFilesAround,
} from '../../platform/files/files.service.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, Problem } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { notifyApplicationChange } from '../../platform/live/notify.ts';
import { addressTo, queueMails } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { queueWebhook } from '../../platform/webhook/webhook.service.ts';
import {
  createJoinRequestWithin,
  createTeamWithin,
  lockTeamOfUser,
  preferWithoutTeam,
  requireTrackFitsTeam,
} from '../../teams/teams.service.ts';
import { addAgreements } from '../agreements/agreements.service.ts';
import { readResumeJob } from '../apply.jobs.ts';
import { addGuardian } from '../guardians/guardians.service.ts';
import { saveAnswers } from '../questions/questions.service.ts';
import { createSubmissionEmail } from './application-emails.ts';
import { insertApplication } from './applications.queries.ts';
import { getMyApplication } from './applications.service.ts';
import { deleteEarlierForm } from './withdrawal.queries.ts';

type Sent = Call<typeof contract.submitApplication>;
type Form = ApplicationFormValues<Track>;
const teamField = 'selectedTeam' satisfies FormField;
type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/**
 * Submits an application. It, its files, and the form's team or join request are created together or not at all. It
 * replaces a withdrawn application. Throws `registration_closed`, `already_applied`, `track_limited`, `apply_failed` for an
 * error on our side, and what `parseApplication`, `checkDocument`, `createTeamWithin` and `createJoinRequestWithin` throw.
 */
export async function submitApplication(services: Services, { actor, fields, files }: Sent) {
  const { db, event } = services;
  requireOpenRegistration(services);
  const form = parseApplication(event, fields, files);
  try {
    if (actor.applicationStatus) fail('already_applied');
    const documents = await checkDocuments(services, actor.id, form, files);
    await storeFilesAround(services, documents, () =>
      transact(db, (trx) => insertSubmission(trx, services, actor, form, documents)),
    );
  } catch (error) {
    const isConflict = error instanceof Problem && error.status === 409;
    // If the same form is sent twice at once, the second request finds what the first created, such as the team.
    if (isConflict && (await findApplicationOfUser(db, actor.id))) fail('already_applied');
    throw error;
  }
  return getMyApplication(services, { actor });
}

/** Throws what `requireValues` throws, and `team_gone` for a team id that is not a UUID. */
function parseApplication(event: Services['event'], fields: Sent['fields'], files: Sent['files']): Form {
  const has = { resume: !!files.resume, pitchDeck: !!files.pitchDeck };
  const form = requireValues(parseForm(fields, has, { ...event, countries: countryCodes }), fields.track);
  const { team } = form;
  const isUnknown = team.kind === 'ask' && !z.uuid().safeParse(team.teamId).success;
  return isUnknown ? fail('team_gone', { field: teamField }) : form;
}

/** A deck for a track that requires none is ignored and dropped with the request. */
function checkDocuments(services: Services, owner_id: string, { track }: Form, files: Sent['files']) {
  const documents = [checkDocument(services, { owner_id, kind: 'resume' }, files.resume!, resumePart)];
  if (track.requiresPitchDeck)
    documents.push(checkDocument(services, { owner_id, kind: 'pitchDeck' }, files.pitchDeck!, deckPart));
  return Promise.all(documents);
}

async function insertSubmission(
  trx: Db,
  services: Services,
  actor: Sent['actor'],
  form: Form,
  documents: CheckedDocument[],
): Promise<void> {
  const { id: userId } = actor;
  const user = await applyTeamChoice(trx, services, actor, form);
  const earlier = await deleteEarlierForm(trx, userId);
  await deleteFiles(trx, earlier.files);
  const { query, resumeId, pitchDeckId } = await beginWithFiles(trx, documents);
  const inserted = await insertApplication(
    query,
    { ...form, track: form.track.id },
    {
      user_id: userId,
      resume_file_id: resumeId,
      pitch_deck_file_id: pitchDeckId,
      created_at: services.now(),
    },
  );
  if (!inserted) fail('already_applied');
  if (form.answers.size > 0) await saveAnswers(trx, services.event, userId, form.answers);
  await addGuardian(trx, services, user, { email: form.guardianEmail, former: earlier.guardian });
  if (form.agreements.length > 0) await addAgreements(trx, services, userId, form.agreements);
  await addJob(trx, readResumeJob, { userId });
  const email = createSubmissionEmail(services, { name: user.name, track: form.track.id });
  await queueMails(trx, addressTo(user, { ...email, withCalendar: true }));
  await queueWebhook(trx, services, {
    type: 'application.created',
    text: `New application: ${form.track.title}`,
    data: { track: form.track.id },
  });
  await notifyApplicationChange(trx, userId);
}

/** Creates the form's team or join request; locks team and person. Returns the person. */
async function applyTeamChoice(
  trx: Db,
  services: Services,
  actor: Sent['actor'],
  { team: choice, track: { id: track } }: Form,
): Promise<LockedUser> {
  const { id: userId } = actor;
  if (choice.kind === 'create') {
    return (await createTeamWithin(trx, services, { userId, name: choice.name, track })).leader;
  } else if (choice.kind === 'ask') {
    const asked = { userId, teamId: choice.teamId, track, field: teamField };
    await createJoinRequestWithin(trx, services, asked);
    return preferWithoutTeam(trx, actor, 'lookingForTeam');
  } else if (actor.teamId === null) {
    return preferWithoutTeam(trx, actor, 'solo');
  } else {
    const team = await lockTeamOfUser(trx, userId);
    if (!team) return preferWithoutTeam(trx, actor, 'solo');
    await requireTrackFitsTeam(trx, services.event, { teamId: team.id, track });
  }
  return (await lockUser(trx, userId)) ?? fail('not_found');
}

/** Throws `registration_closed` after an enforced deadline. */
export function requireOpenRegistration({ event, now }: Pick<Services, 'event' | 'now'>): void {
  if (!isRegistrationOpen(event.registration, now().getTime())) fail('registration_closed');
}

/**
 * Returns the values of a parsed form; `track` is the submitted one. Throws `apply_missing` if something is missing,
 * otherwise the code of the first problem, with what is wrong with each field.
 */
export function requireValues<Values>(parsed: ParsedForm<Values>, track = ''): Values {
  if ('values' in parsed) return parsed.values;
  const { problems } = parsed;
  const missing = problems.filter(({ code }) => code === 'apply_missing');
  fail((missing[0] ?? problems[0]!).code, {
    values: { fields: missing.map(({ label }) => label).join(', '), track },
    fields: Object.fromEntries(problems.map(({ field, message }) => [field, message])),
  });
}
