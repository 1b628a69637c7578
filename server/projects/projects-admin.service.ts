import { Readable } from 'node:stream';
import { problems } from '../../contract/errors.ts';
import { listPrizes } from '../../contract/event/event.ts';
import { byteOrderMark, type CsvCell, formatCsv } from '../../contract/platform/csv.ts';
import type { ResponseOf } from '../../contract/platform/endpoint.ts';
import { listWebLinks } from '../../contract/platform/web-link.ts';
import { findMomentProblem } from '../../contract/platform/zoned-time.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';
import type * as contract from '../../contract/projects/projects-admin.ts';
import type { ProjectFlag } from '../../contract/projects/projects-admin.ts';
import { trimEndOf } from '../../packages/text/fold-text.ts';
import { areResultsPublished, isGalleryOpen, loadSwitches } from '../event/project-switches.ts';
import { recordAudit } from '../platform/audit/audit.service.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { Download, formatRowsAsJson } from '../platform/http/download.ts';
import { fail } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { devpostColumns, formatList, lateNote, ownColumns } from './devpost.ts';
import { loadPictures } from './gallery-projects.service.ts';
import { renderMarkdown } from './markdown.ts';
import { isJudged } from './projects.queries.ts';
import { correctionRefusal } from './projects.rules.ts';
import { toProjectText } from './projects.views.ts';
import * as queries from './projects-admin.queries.ts';
import { selectReports } from './reports.queries.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Returns all projects with what organizers review, and the switches. */
export async function getProjectsOverview(services: Needs): Promise<contract.ProjectsOverview> {
  const { db, event } = services;
  if (!event.projects) fail('not_found');
  const rows = await queries.selectProjects(db);
  const flags = listFlags(rows);
  const byId = new Map(rows.map(({ id, title, tableNumber: table }) => [id, { _id: id, title, table }]));
  const reports = Map.groupBy(await selectReports(db), ({ project }) => project);
  const { deadline, galleryOpensAt = null } = event.projects;
  const { acceptsLate } = await loadSwitches(db);
  return {
    deadline,
    galleryOpensAt,
    laterDeadlines: (await queries.selectLaterDeadlines(db)).map(({ until, ...party }) => ({
      ...party,
      until: until.toISOString(),
    })),
    switches: { acceptsLate, galleryOpen: await isGalleryOpen(services) },
    projects: rows.map((row) => ({
      _id: row.id,
      title: row.title,
      tagline: row.tagline,
      by: row.team ?? row.person,
      track: row.track,
      submittedAt: row.submitted_at?.toISOString() ?? null,
      late: row.late,
      hidden: row.hidden_at !== null,
      marks: [
        ...flags.get(row.id)!.map(({ flag }) => flag),
        ...(row.submitted_at && !row.hidden_at && !row.isPublic ? (['not-approved'] as const) : []),
        ...(row.startedOn !== null && row.startedOn < event.dates.start ? (['begun-early'] as const) : []),
      ],
      sharedWith: flags
        .get(row.id)!
        .flatMap(({ flag, others }) => others.map((id) => ({ flag, ...byId.get(id)! }))),
      earlierReports: row.earlier_reports,
      reports: (reports.get(row.id) ?? []).map(({ id, text, at }) => ({
        _id: id,
        text,
        at: at.toISOString(),
      })),
    })),
  };
}

/** Returns a project in full, with everybody on it. Throws `not_found`. */
export async function getProject(
  { db }: Needs,
  { params: { id } }: Call<typeof contract.getProject>,
): Promise<ResponseOf<typeof contract.getProject>> {
  const [row] = await queries.selectProjects(db, [id]);
  if (!row) fail('not_found');
  const state = { isJudged: await isJudged(db, id), isPublished: await areResultsPublished(db) };
  const [track, prizes] = (['track', 'prizes'] as const).map((what) => {
    const refusal = correctionRefusal(what, state);
    return refusal && problems[refusal].message;
  });
  return {
    version: row.version,
    track: row.track,
    hasTeam: row.team_id !== null,
    fixed: { track, prizes },
    text: toProjectText(row),
    descriptionHtml: renderMarkdown(row.description),
    pictures: (await loadPictures(db, [id])).get(id) ?? [],
    links: listWebLinks(row),
    details: { startedOn: row.startedOn, needsPower: row.needs_power },
    tableNumber: row.tableNumber,
    people: (await queries.selectPeople(db, [id])).map(({ id: _id, name, email }) => ({ _id, name, email })),
  };
}

/** Changes the switches that are given. */
export function updateProjectSwitches(
  { db, now }: Needs,
  { actor: { id: actorId }, body: change }: Call<typeof contract.updateProjectSwitches>,
): Promise<void> {
  return transact(db, async (trx) => {
    const gallerySwitchedAt =
      change.galleryOpen === undefined ? {} : { gallerySwitchedAt: now().toISOString() };
    await queries.mergeSwitches(trx, { ...change, ...gallerySwitchedAt });
    await recordAudit(trx, actorId, 'projects.switched', 'projects', change);
    await notifySubscribers(trx, 'projects', 'event');
  });
}

/**
 * Gives a team, or a person without one, a later deadline; null ends it. Throws `unknown_person`, and `invalid_input` for a
 * time that has passed.
 */
export function updateLaterDeadline(
  { db, now }: Needs,
  { actor: { id: actorId }, body: { person, until } }: Call<typeof contract.updateLaterDeadline>,
): Promise<void> {
  const problem = until && findMomentProblem(until, now());
  if (problem) fail('invalid_input', { fields: { until: problem } });
  return transact(db, async (trx) => {
    const found = (await queries.findPerson(trx, person)) ?? fail('unknown_person');
    await queries.updateProjectDeadline(trx, found, until === null ? null : new Date(until));
    const action = until === null ? 'project.deadline_reset' : 'project.deadline_moved';
    await recordAudit(trx, actorId, action, found.teamId ?? found.id, { until });
    await notifySubscribers(trx, 'projects', found.teamId ? `team:${found.teamId}` : `user:${found.id}`);
  });
}

/** Hides a submitted project from the gallery, or shows it again. Throws `not_found`, also for hiding a draft. */
export function updateProjectHidden(
  { db, now }: Needs,
  { actor: { id: actorId }, params: { id }, body: { hidden } }: Call<typeof contract.updateProjectHidden>,
): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await queries.updateHidden(trx, id, hidden ? now() : null))) fail('not_found');
    await recordAudit(trx, actorId, hidden ? 'project.hidden' : 'project.shown', id);
    await notifySubscribers(trx, 'projects');
  });
}

/** Projects that are in memory at once. */
const pageSize = 500;

/** Yields projects with everybody on them and their pictures. */
async function* readProjects({ db, event }: Needs, ids: readonly string[]) {
  const schools = event.questions.filter(({ type }) => type === 'school').map(({ id }) => id);
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize);
    const people = Map.groupBy(await queries.selectPeople(db, page, schools), ({ project }) => project);
    const pictures = await loadPictures(db, page);
    for (const row of await queries.selectProjects(db, page))
      yield { row, people: people.get(row.id) ?? [], pictures: pictures.get(row.id) ?? [] };
  }
}

type ReadProject = ReturnType<typeof readProjects> extends AsyncGenerator<infer Read> ? Read : never;

function toJsonProject(origin: string, { row, people, pictures }: ReadProject) {
  return {
    id: row.id,
    ...toProjectText(row),
    track: row.track,
    team: row.team,
    table: row.tableNumber,
    submittedAt: row.submitted_at,
    late: row.late,
    hidden: row.hidden_at !== null,
    importedFrom: row.source,
    startedOn: row.startedOn,
    needsPower: row.needs_power,
    people: people.map(({ name, email, school }) => ({ name, email, school })),
    pictures: pictures.map(({ _id, url, thumbnailUrl, ...picture }) => ({
      id: _id,
      url: origin + url,
      thumbnailUrl: origin + thumbnailUrl,
      ...picture,
    })),
  };
}

// Questions of one's own follow Devpost's columns.
const columns = [...devpostColumns, ...ownColumns];

function toCsvRow(origin: string, labels: Map<string, string>, { row, people }: ReadProject): CsvCell[] {
  const listOf = (part: 'name' | 'email' | 'school') =>
    formatList([...new Set(people.flatMap((person) => person[part] ?? []))]);
  return [
    row.title,
    { plain: row.source ?? `${origin}/projects/${row.id}` },
    { plain: 'Submitted (Gallery/Visible)' },
    { plain: 'Pending' },
    { plain: 'Submit' },
    { plain: row.submitted_at!.toISOString() },
    row.description,
    [row.repository, row.demo].filter(Boolean).join(', '),
    row.video,
    formatList(row.prizes.map((key) => labels.get(key) ?? key)),
    formatList(row.tags),
    row.late ? lateNote : '',
    listOf('school'),
    { plain: String(Math.max(0, people.length - 1)) },
    row.team ?? '',
    row.tableNumber,
    row.track,
    row.tagline,
    row.repository,
    row.demo,
    listOf('name'),
    listOf('email'),
  ];
}

/**
 * Returns the submitted projects that are not hidden as CSV for what reads Devpost's exports, or everything, drafts and
 * hidden ones included, as JSON; both with names, email addresses and schools of everybody on them, written while they are
 * sent.
 */
export async function exportProjects(
  services: Needs & Pick<Services, 'config'>,
  { query: { format } }: Pick<Call<typeof contract.exportProjects>, 'query'>,
): Promise<Download<Readable>> {
  const { origin } = services.config.publicUrl;
  const labels = new Map(listPrizes(services.event).map(({ key, label }) => [key, label]));
  const read = readProjects(services, await queries.selectProjectIds(services.db));
  async function* formatAsCsv() {
    yield byteOrderMark + formatCsv([columns]);
    for await (const project of read)
      if (project.row.submitted_at && !project.row.hidden_at)
        yield formatCsv([toCsvRow(origin, labels, project)]);
  }
  async function* listAsJson() {
    for await (const project of read) yield toJsonProject(origin, project);
  }
  const content = format === 'csv' ? formatAsCsv() : formatRowsAsJson(listAsJson());
  return new Download(`projects.${format}`, Readable.from(content, { objectMode: false }));
}

type ComparedProject = { id: string } & ProjectText;

const shortestText = 80;
/** How many of those that share something with a project are named. */
const othersNamed = 6;

/** The links of a project, without what does not change where they lead. */
function listLinks(project: ProjectText): string[] {
  return listWebLinks(project).map(({ url }) => trimEndOf(url.toLowerCase(), '/').replace(/\.git$/, ''));
}

function listTexts({ description }: ProjectText): string[] {
  const words = description.toLowerCase().replace(/\s+/g, ' ').trim();
  return words.length >= shortestText ? [words] : [];
}

/** Returns by project the first of the others that share a value with it. */
function listSharing(projects: readonly ComparedProject[], listValues: (project: ProjectText) => string[]) {
  const owners = new Map<string, Set<string>>();
  for (const project of projects)
    for (const value of listValues(project))
      owners.set(value, (owners.get(value) ?? new Set()).add(project.id));
  const others = new Map<string, string[]>();
  for (const ids of owners.values()) {
    const first = [...ids].slice(0, othersNamed + 1);
    for (const id of ids.size > 1 ? ids : []) {
      const found = new Set([...(others.get(id) ?? []), ...first.filter((other) => other !== id)]);
      others.set(id, [...found].slice(0, othersNamed));
    }
  }
  return others;
}

/** Returns what each project has in common with others, a link or a whole description, and with which. */
export function listFlags(
  projects: readonly ComparedProject[],
): Map<string, { flag: ProjectFlag; others: string[] }[]> {
  const links = listSharing(projects, listLinks);
  const texts = listSharing(projects, listTexts);
  return new Map(
    projects.map(({ id }) => [
      id,
      [
        { flag: 'same-link' as const, others: links.get(id) ?? [] },
        { flag: 'same-text' as const, others: texts.get(id) ?? [] },
      ].filter(({ others }) => others.length > 0),
    ]),
  );
}
