import { findTrack, listPrizes } from '../../contract/event/event.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';
import type * as contract from '../../contract/projects/projects-admin.ts';
import { areResultsPublished } from '../event/project-switches.ts';
import { lockUser } from '../people-data/users.locks.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db } from '../platform/db/open.ts';
import { RetryableConflict, transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import { addressTo, queueMails } from '../platform/mail/mail.service.ts';
import type { Services } from '../platform/services.ts';
import { addMemberWithin, removeMemberWithin } from '../teams/members.service.ts';
import { lockTeam } from '../teams/teams.locks.ts';
import { requireTrackFitsTeam } from '../teams/teams.service.ts';
import { createCorrectionEmail } from './correction-email.ts';
import { lockTables } from './demo-tables.locks.ts';
import { isJudged, updateProject } from './projects.queries.ts';
import {
  completenessRefusal,
  correctionRefusal,
  memberRefusal,
  memberRemovalRefusal,
} from './projects.rules.ts';
import { requireKnownPrizes } from './projects.service.ts';
import { findPerson, selectPeople, selectProjects } from './projects-admin.queries.ts';

type StoredProject = Awaited<ReturnType<typeof selectProjects>>[number];

async function findStoredProject(trx: Db, id: string): Promise<StoredProject> {
  return (await selectProjects(trx, [id]))[0] ?? fail('not_found');
}

/** Locks the project's team or owner, as their own changes do. Throws `not_found`. */
async function lockProject(trx: Db, id: string): Promise<StoredProject> {
  const { team_id, user_id } = await findStoredProject(trx, id);
  if (team_id) await lockTeam(trx, team_id);
  else if (user_id) await lockUser(trx, user_id);
  const project = await findStoredProject(trx, id);
  if (project.team_id !== team_id || project.user_id !== user_id) throw new RetryableConflict();
  return project;
}

/** Records a correction, emails everybody on the project, and notifies open pages. */
async function tellCorrection(
  trx: Db,
  services: Services,
  { actorId, project, changes }: { actorId: string; project: StoredProject; changes: string[] },
): Promise<void> {
  const { id, title, team_id, user_id } = project;
  await recordAudit(trx, actorId, 'project.corrected', id, { reason: changes.join(' ') });
  const mails = (await selectPeople(trx, [id])).flatMap((person) =>
    addressTo(person, createCorrectionEmail(services, { name: person.name, title, changes })),
  );
  await queueMails(trx, mails);
  await notifySubscribers(trx, 'projects', 'judging');
  if (team_id) await notifySubscribers(trx, `team:${team_id}`);
  else if (user_id) await notifySubscribers(trx, `user:${user_id}`);
}

const labels = { title: 'Title', repository: 'Repository', demo: 'Demo', video: 'Video' } as const;

function describeChanges(
  event: Services['event'],
  project: StoredProject,
  { track, text }: Call<typeof contract.correctProject>['body'],
): { changes: string[]; changesTrack: boolean; changesPrizes: boolean } {
  const known = new Map(listPrizes(event).map(({ key, label }) => [key, label]));
  const name = (keys: readonly string[]) => keys.map((key) => known.get(key) ?? key).join(', ') || 'none';
  const changesTrack = project.track !== track;
  const changesPrizes = [...project.prizes].sort().join() !== [...text.prizes].sort().join();
  const describe = (label: string, before: string, after: string) =>
    before === after ? [] : [`${label}: ${after || 'none'} (was ${before || 'none'}).`];
  const changes = [
    ...(Object.keys(labels) as (keyof typeof labels)[]).flatMap((field) =>
      describe(labels[field], project[field], text[field]),
    ),
    ...describe('Track', project.track, track),
    ...(changesPrizes ? describe('Prizes', name(project.prizes), name(text.prizes)) : []),
  ];
  return { changes, changesTrack, changesPrizes };
}

/**
 * Corrects a project, even after the deadline. Values that are already right are skipped, so that a repeat sends nothing.
 * Throws `not_found`, `project_changed`, `unknown_track`, `track_limited`, `project_track_judged`, `project_published`, and
 * what a submitted project lacks.
 */
export async function correctProject(
  services: Services,
  { actor: { id: actorId }, params: { id }, body }: Call<typeof contract.correctProject>,
): Promise<void> {
  const { event, now } = services;
  const { version, track, text } = body;
  requireKnownPrizes(event, text.prizes);
  await transact(services.db, async (trx) => {
    const project = await lockProject(trx, id);
    const { changes, changesTrack, changesPrizes } = describeChanges(event, project, body);
    if (changes.length === 0) return;
    if (project.version !== version) fail('project_changed');
    const corrected: ProjectText = { ...project, ...text };
    if (project.submitted_at) failIf(completenessRefusal(corrected));
    if (changesTrack || changesPrizes) {
      // No score is stored meanwhile.
      await lockTables(trx);
      const state = { isJudged: await isJudged(trx, id), isPublished: await areResultsPublished(trx) };
      failIf(changesTrack ? correctionRefusal('track', state) : correctionRefusal('prizes', state));
    }
    if (changesTrack) {
      findTrack(event, track) ?? fail('unknown_track');
      if (project.team_id) await requireTrackFitsTeam(trx, event, { teamId: project.team_id, track });
    }
    await updateProject(trx, id, { ...text, track, updated_at: now() });
    await tellCorrection(trx, services, { actorId, project, changes });
  });
}

/**
 * Adds somebody to the team of a project. Throws `not_found`, `unknown_person`, `project_without_team`, `requester_in_team`,
 * `requester_not_hacker`, `team_full` and `team_limited`.
 */
export async function addProjectMember(
  services: Services,
  { actor: { id: actorId }, params: { id }, body: { person } }: Call<typeof contract.addProjectMember>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const project = await lockProject(trx, id);
    failIf(memberRefusal(project.team_id));
    const found = (await findPerson(trx, person)) ?? fail('unknown_person');
    const name = await addMemberWithin(trx, services, project.team_id!, found.id);
    if (name === undefined) return;
    await tellCorrection(trx, services, { actorId, project, changes: [`New on the team: ${name}.`] });
  });
}

/** Removes somebody from the team of a project. Throws `not_found`, `project_without_team` and `project_last_member`. */
export async function removeProjectMember(
  services: Services,
  { actor: { id: actorId }, params: { id, userId } }: Call<typeof contract.removeProjectMember>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const project = await lockProject(trx, id);
    failIf(memberRefusal(project.team_id));
    const people = await selectPeople(trx, [id]);
    const leaving = people.find((person) => person.id === userId);
    if (!leaving) return;
    failIf(memberRemovalRefusal(people.length));
    await removeMemberWithin(trx, services, project.team_id!, userId);
    await tellCorrection(trx, services, {
      ...{ actorId, project },
      changes: [`No longer on the team: ${leaving.name}.`],
    });
  });
}
