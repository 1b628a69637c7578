import { listPrizes } from '../../contract/event/event.ts';
import * as contract from '../../contract/projects/projects.ts';
import { findAwards, loadSwitches } from '../event/project-switches.ts';
import { findApplicationOfUser, findUser } from '../people-data/users.queries.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import type { Db } from '../platform/db/open.ts';
import { transact } from '../platform/db/transact.ts';
import { deleteFilesOf } from '../platform/files/files.service.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers, sendMessage } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import type { TeamActor } from '../teams/teams.policy.ts';
import { findTeamOfProject, lockTeamOfUser } from '../teams/teams.service.ts';
import { lockTables } from './demo-tables.locks.ts';
import { type EditingMark, listEditors } from './editing-marks.ts';
import { selectPictures } from './pictures.queries.ts';
import * as queries from './projects.queries.ts';
import {
  completenessRefusal,
  editRefusal,
  entryRefusal,
  isLate,
  type SubmissionWindow,
  withdrawalRefusal,
} from './projects.rules.ts';
import { toMyProject } from './projects.views.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now' | 'live'>;

/** Returns until when a person may submit, by their team if they are in one. */
async function loadWindow(db: Db, { event }: Needs, { id, teamId }: TeamActor): Promise<SubmissionWindow> {
  if (!event.projects) fail('not_found');
  const { acceptsLate } = await loadSwitches(db);
  const { deadline } = event.projects;
  const later = await queries.findLaterDeadline(db, id, teamId);
  return {
    deadline: later && later.getTime() > Date.parse(deadline) ? later.toISOString() : deadline,
    acceptsLate,
  };
}

/** Returns the project of the person's team, or the person's own; version 0 before the first save. */
export async function getMyProject(services: Needs, { actor }: Call<typeof contract.getMyProject>) {
  return viewMyProject(services.db, services, actor);
}

async function viewMyProject(db: Db, services: Needs, actor: TeamActor): Promise<contract.MyProject> {
  // Before it is read: pages keep the latest of several answers.
  const now = services.now();
  const project = await queries.findProject(db, actor.id, actor.teamId);
  const team = await findTeamOfProject(db, actor.teamId);
  return toMyProject(project, {
    pictures: project ? await selectPictures(db, [project.id]) : [],
    application: await findApplicationOfUser(db, actor.id),
    isNamed: (await findUser(db, actor.id))?.isNamed ?? false,
    team,
    editors: actor.teamId === null ? [] : listEditors(services.live, actor.teamId, actor.id),
    window: await loadWindow(db, services, actor),
    awards: await findAwards(db, project),
    isJudged: project !== undefined && (await queries.isJudged(db, project.id)),
    now,
  });
}

/** Begins a change of a project: locks the team and the person, and checks what they may do. */
export interface Writing {
  trx: Db;
  owner: queries.ProjectOwner;
  project: queries.ProjectRow | undefined;
  track: string;
  window: SubmissionWindow;
}

/**
 * Runs a change of the project that this person may edit, then notifies everybody who edits it and returns it. `change`
 * returns false when the project is no longer at the version that was changed. What counts for the deadline is the moment
 * of the change, or `arrivedAt`. Throws `project_not_approved`,
 * `project_closed`, and `project_changed` with the stored project.
 */
export async function changeProject(
  services: Needs,
  user: TeamActor,
  change: (writing: Writing) => Promise<boolean>,
  arrivedAt?: Date,
): Promise<contract.MyProject> {
  const changed = await transact(services.db, async (trx) => {
    const team = await lockTeamOfUser(trx, user.id);
    const actor = { ...user, teamId: team?.id ?? null };
    const application = await findApplicationOfUser(trx, user.id);
    const window = await loadWindow(trx, services, actor);
    const project = await queries.findProject(trx, user.id, actor.teamId);
    failIf(entryRefusal(application) ?? editRefusal(window, project, arrivedAt ?? services.now()));
    const owner: queries.ProjectOwner = team
      ? { team_id: team.id, user_id: null }
      : { team_id: null, user_id: user.id };
    const track = project?.track ?? (await findTeamOfProject(trx, actor.teamId))?.track ?? application!.track;
    if (!(await change({ trx, owner, project, track, window })))
      fail('project_changed', { current: await viewMyProject(trx, services, actor) });
    await notifySubscribers(trx, team ? `team:${team.id}` : `user:${user.id}`);
    const changed = await viewMyProject(trx, services, actor);
    if (changed.submittedAt || project?.submittedAt) await notifySubscribers(trx, 'projects');
    return changed;
  });
  // Nobody has read the change before it was stored.
  return { ...changed, now: services.now().toISOString() };
}

/** Throws what `changeProject` would throw, early and without a lock. Returns the project, if there is one. */
export async function requireChangeable(services: Needs, actor: TeamActor) {
  const { db } = services;
  const project = await queries.findProject(db, actor.id, actor.teamId);
  failIf(
    entryRefusal(await findApplicationOfUser(db, actor.id)) ??
      editRefusal(await loadWindow(db, services, actor), project, services.now()),
  );
  return project;
}

/** Throws `invalid_input` for a prize that the event does not have. */
export function requireKnownPrizes(event: Needs['event'], sent: readonly string[]): void {
  const prizes = new Set(listPrizes(event).map(({ key }) => key));
  if (sent.some((key) => !prizes.has(key)))
    fail('invalid_input', { fields: { 'text.prizes': 'has a prize that this event does not have' } });
}

/**
 * Saves the text of a project that is still at `version`; 0 creates it. A person's own project becomes their team's if the
 * team has none. Throws as `changeProject` does, `not_in_team`, and what a submitted project lacks.
 */
export function saveProject(
  services: Needs,
  { actor, body: { version, text, team } }: Call<typeof contract.saveProject>,
): Promise<contract.MyProject> {
  requireKnownPrizes(services.event, text.prizes);
  return changeProject(services, actor, async ({ trx, owner, project, track }) => {
    if (team && team !== owner.team_id) fail('not_in_team');
    if ((project?.version ?? 0) !== version) return false;
    failIf(project?.submittedAt && completenessRefusal(text));
    const stored = { ...text, ...owner, updated_at: services.now() };
    if (project) await queries.updateProject(trx, project.id, stored);
    else await queries.insertProject(trx, { ...stored, track });
    return true;
  });
}

/** Submits a project as it is at `version`. Throws as `changeProject` does, and what a submitted project lacks. */
export function submitProject(services: Needs, { actor, body }: Call<typeof contract.submitProject>) {
  return changeProject(services, actor, async ({ trx, owner, project, window }) => {
    if ((project?.version ?? 0) !== body.version) return false;
    failIf(completenessRefusal(project));
    const { id, submittedAt } = project!;
    const now = services.now();
    const submission = submittedAt ? {} : { submitted_at: now, late: isLate(window, now) };
    await queries.updateProject(trx, id, { ...submission, ...owner, updated_at: now });
    return true;
  });
}

/** Waits until no score is being stored. Throws `project_judged` when the project has one. */
async function requireUnjudged(trx: Db, { id }: { id: string }): Promise<void> {
  await lockTables(trx);
  failIf(withdrawalRefusal({ isJudged: await queries.isJudged(trx, id) }));
}

/** Makes a submitted project a draft again. Throws as `changeProject` does, and `project_judged`. */
export function withdrawProject(services: Needs, { actor, body }: Call<typeof contract.withdrawProject>) {
  return changeProject(services, actor, async ({ trx, owner, project }) => {
    if (project?.version !== body.version) return false;
    await requireUnjudged(trx, project);
    const draft = { submitted_at: null, late: false };
    await queries.updateProject(trx, project.id, { ...draft, ...owner, updated_at: services.now() });
    return true;
  });
}

/** Deletes a project with its pictures; the next save begins anew. Throws as `changeProject` does, and `project_judged`. */
export function deleteProject(services: Needs, { actor, body }: Call<typeof contract.deleteProject>) {
  return changeProject(services, actor, async ({ trx, project }) => {
    if ((project?.version ?? 0) !== body.version) return false;
    if (!project) return true;
    await requireUnjudged(trx, project);
    await deleteProjects(trx, [project.id]);
    if (project.submittedAt) await recordAudit(trx, actor.id, 'project.deleted', project.id);
    return true;
  });
}

/** Stores details about a project for organizers. Throws as `changeProject` does, `not_found`, and `invalid_input`. */
export function updateProjectDetails(
  services: Needs,
  { actor, body: { startedOn, needsPower } }: Call<typeof contract.updateProjectDetails>,
): Promise<contract.MyProject> {
  const problem = startedOn && contract.findStartProblem(startedOn, services.event.dates);
  if (problem) fail('invalid_input', { fields: { startedOn: problem } });
  return changeProject(services, actor, async ({ trx, owner, project }) => {
    if (!project) fail('not_found');
    const details = { started_on: startedOn, needs_power: needsPower };
    await queries.updateProject(trx, project.id, { ...details, ...owner, updated_at: services.now() });
    return true;
  });
}

/** Shows a person's teammates which field they are editing; does nothing without a team. */
export async function markEditing(
  { db }: Pick<Needs, 'db'>,
  { actor: { id, name, teamId }, body: { field } }: Call<typeof contract.markEditing>,
): Promise<void> {
  const mark: EditingMark = { team: teamId ?? '', user: id, name, field };
  if (teamId !== null) await sendMessage(db, mark);
}

/** Stores whether the gallery and the winners may name somebody; their pages follow at once. Possible at any time. */
export function updateNamedInGallery(
  services: Needs,
  { actor, body: { named } }: Call<typeof contract.updateNamedInGallery>,
): Promise<contract.MyProject> {
  return transact(services.db, async (trx) => {
    if (await queries.updateNamed(trx, actor.id, named)) {
      await recordAudit(trx, actor.id, named ? 'gallery.named' : 'gallery.unnamed', actor.id);
      await notifySubscribers(trx, 'projects');
    }
    return viewMyProject(trx, services, actor);
  });
}

/** Deletes the projects of people who are about to be deleted; those of their teams stay. */
export async function deleteProjectsOf(trx: Db, userIds: readonly string[]): Promise<void> {
  await deleteProjects(trx, userIds.length > 0 ? await queries.selectOwnProjects(trx, userIds) : []);
}

export async function deleteProjects(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteFilesOf(trx, 'project_id', ids);
  await queries.deleteProjectRows(trx, ids);
  await notifySubscribers(trx, 'projects');
}
