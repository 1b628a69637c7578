import { type Event, listPrizes } from '../../contract/event/event.ts';
import { limits } from '../../contract/limits.ts';
import type { ImportChoices, ImportReport } from '../../contract/platform/csv-import.ts';
import { cleanLine, cleanParagraph } from '../../contract/platform/text-rules.ts';
import { parseWebLink } from '../../contract/platform/web-link.ts';
import type { ProjectText } from '../../contract/projects/projects.ts';
import { trimEndOf } from '../../packages/text/fold-text.ts';
import {
  type ImportField,
  type OpenedImport,
  openImport,
  readCells,
  take,
  toKey,
} from '../people-data/csv-import.ts';

/** The columns of Devpost's export of projects, in its order; questions of one's own follow them. */
export const devpostColumns = [
  'Project Title',
  'Submission Url',
  'Project Status',
  'Judging Status',
  'Highest Step Completed',
  'Project Created At',
  'About The Project',
  '"Try it out" Links',
  'Video Demo Link',
  'Opt-In Prizes',
  'Built With',
  'Notes',
  'Team Colleges/Universities',
  'Additional Team Member Count',
] as const;

/**
 * The columns of our own exports beyond Devpost's: with them, importing a file restores what was exported, except the
 * people.
 */
export const ownColumns = [
  ...['Team Name', 'Table Number', 'Track', 'Tagline', 'Repository', 'Demo'],
  ...['Member Names', 'Member Emails'],
] as const;

/** What an export notes about a late project. */
export const lateNote = 'Submitted after the deadline';

/** Formats a list as one cell of our own export: items with a separator are quoted, as in CSV. */
export function formatList(items: readonly string[]): string {
  return items.map((item) => (/[",;]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(', ');
}

/** Parses a cell that `formatList` made. */
function parseList(cell: string): string[] {
  return [...cell.matchAll(/"((?:[^"]|"")*)"|[^",;]+/g)]
    .map(([item, quoted]) => cleanLine(quoted?.replaceAll('""', '"') ?? item))
    .filter(Boolean);
}

/** A project of a file. `source` is the address that it has there: two rows with the same one are one project. */
export interface ImportedProject {
  source: string;
  text: ProjectText;
  track: string;
  team: string | null;
  hidden: boolean;
  late: boolean;
  /** Undefined in files of others. */
  submittedAt: Date | undefined;
}

type ImportFile = { projects: ImportedProject[] } & Omit<ImportReport, 'added' | 'changed' | 'unchanged'>;

const understood: ImportField[] = [
  { value: 'title', label: 'Title', headings: ['projecttitle', 'projectname', 'title'] },
  { value: 'url', label: 'Address on Devpost', headings: ['submissionurl', 'url'] },
  { value: 'status', label: 'Status', headings: ['projectstatus'] },
  { value: 'about', label: 'Description', headings: ['abouttheproject'] },
  { value: 'links', label: 'Links', headings: ['tryitoutlinks'] },
  { value: 'video', label: 'Video', headings: ['videodemolink'] },
  { value: 'prizes', label: 'Prizes', headings: ['optinprizes'] },
  { value: 'prize', label: 'One prize', headings: ['optinprize'] },
  { value: 'tags', label: 'Built with', headings: ['builtwith'] },
  { value: 'team', label: 'Team name', headings: ['teamname'] },
  { value: 'track', label: 'Track', headings: ['track'] },
  { value: 'tagline', label: 'Tagline', headings: ['tagline'] },
  { value: 'repository', label: 'Repository', headings: ['repository'] },
  { value: 'demo', label: 'Demo', headings: ['demo'] },
  { value: 'notes', label: 'Notes', headings: ['notes'] },
  { value: 'created', label: 'Submitted at', headings: ['projectcreatedat'] },
];

// Not `github.io` and the like, where people publish what they have built.
const codeHosts = /(^|\.)(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sourcehut\.org|sr\.ht)$/;
const split = (list: string) =>
  list
    .split(/[,;\n]/)
    .map(cleanLine)
    .filter(Boolean);

/** Returns the address that identifies a project: without query, fragment and trailing slashes. Undefined for an invalid or too long one. */
export function toSource(typed: string): string | undefined {
  const link = typed.length <= limits.project.link ? parseWebLink(typed) : undefined;
  if (!link) return undefined;
  const { origin, pathname } = new URL(link.url);
  return `${origin}${trimEndOf(pathname, '/')}`.replace('http://', 'https://').toLowerCase();
}

function parseDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns the first line that says something, without Markdown's headings. */
function findTagline(about: string, title: string): string {
  const lines = about.split('\n').filter((line) => !/^\s*#/.test(line));
  return take(
    lines.map(cleanLine).find((line) => /[\p{L}\p{N}]/u.test(line)) ?? title,
    limits.project.tagline,
  );
}

/** Returns the keys of the prizes with these names; a name may be cut at its commas, or have its sponsor and a colon before it. */
function findPrizes(words: string[], event: Event, { cut }: { cut: boolean }) {
  const prizes = listPrizes(event);
  const labels = new Map(prizes.map(({ key, label }) => [label, key]));
  const known = new Map(prizes.flatMap(({ key, label }) => [label, key].map((name) => [toKey(name), key])));
  // The key of a label without letters and digits.
  known.delete('');
  const find = (name: string) =>
    labels.get(name) ?? known.get(toKey(name)) ?? known.get(toKey(name.split(':').slice(1).join(':')));
  // A name, and a comma in that of its sponsor: longer spans are no prize.
  const longest = cut ? 1 + Math.max(1, ...prizes.map(({ label }) => label.split(',').length)) : 1;
  const keys = new Set<string>();
  const unknown: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const ends = Math.min(longest, words.length - at);
    const length = Array.from({ length: ends }, (_, less) => ends - less).find((count) =>
      find(words.slice(at, at + count).join(',')),
    );
    if (length === undefined) unknown.push(words[at]!);
    else keys.add(find(words.slice(at, at + length).join(','))!);
    at += (length ?? 1) - 1;
  }
  return { keys: [...keys], unknown };
}

/**
 * Reads an export of projects from Devpost, in time proportional to its length. Throws `import_invalid`; a preview says which
 * columns are missing instead.
 */
export function parseDevpostExport(
  csv: string,
  event: Event,
  choices: ImportChoices = {},
  isPreview = false,
): ImportFile {
  const file = openImport(csv, understood, {
    choices,
    isPreview,
    isReadable: (has) => has('title') && has('url'),
    reason: 'This is not an export of projects: it needs the columns "Project Title" and "Submission Url".',
  });
  const { values } = file;
  const isOwn = ['tagline', 'repository', 'demo'].every(file.has);
  file.reportIgnored([...devpostColumns, ...(isOwn ? ownColumns : [])].map(toKey));
  const projects = new Map<string, ImportedProject>();
  for (const [index, row] of file.rows.entries()) {
    const cell = readCells(row, file.columns, { isGuarded: isOwn });
    const report = (what: string) => file.report.add(`Row ${index + 2}: ${what}`);
    const title = cleanLine(cell('title'));
    const source = toSource(cell('url'));
    if (cell('url').length > limits.project.link)
      report(`its address is longer than ${limits.project.link} characters, and it is not imported.`);
    else if (!title || !source) report('it has no title or no address, and is not imported.');
    else if (/draft/i.test(cell('status'))) report(`"${title}" is a draft, and is not imported.`);
    else {
      const project = toProject(cell, { title, source, event, isOwn, report, values });
      const before = projects.get(source);
      // Some exports have a row for each prize.
      if (before) before.text.prizes = [...new Set([...before.text.prizes, ...project.text.prizes])];
      else projects.set(source, project);
    }
  }
  return { projects: [...projects.values()], ...file.describe() };
}

interface ExportRow {
  title: string;
  source: string;
  event: Event;
  isOwn: boolean;
  report: (what: string) => void;
  values: OpenedImport['values'];
}

function toProject(cell: (field: string) => string, row: ExportRow): ImportedProject {
  const { title, source, event, isOwn, report, values } = row;
  const { project: most } = limits;
  const cut = (name: string, text: string, max: number) => {
    if ([...text].length > max) report(`${name} is longer than ${max} characters, and was cut.`);
    return take(text, max);
  };
  const about = cleanParagraph(cell('about'));
  const links = (
    isOwn ? [cell('repository'), cell('demo')].map(cleanLine) : cell('links').split(/[\s,]+/)
  ).filter(Boolean);
  const addresses = links.filter((link) => parseWebLink(link) && [...link].length <= most.link);
  const findOwn = (column: 'repository' | 'demo') =>
    addresses.find((link) => link === cleanLine(cell(column)));
  const repository =
    (isOwn ? findOwn('repository') : addresses.find((link) => codeHosts.test(parseWebLink(link)!.host))) ??
    '';
  const demo = (isOwn ? findOwn('demo') : addresses.find((link) => link !== repository)) ?? '';
  const others = links.filter((link) => link !== repository && link !== demo);
  if (others.length > 0) report(`links that cannot be imported: ${others.join(', ')}.`);
  const typed = cleanLine(cell('video'));
  const video = parseWebLink(typed) && [...typed].length <= most.link ? typed : '';
  if (typed && !video) report(`"${typed}" is not a link to a video, and is not imported.`);
  const named = isOwn ? parseList(cell('prizes')) : split(`${cell('prizes')},${cell('prize')}`);
  const { keys, unknown } = findPrizes(named, event, { cut: !isOwn });
  const offered = listPrizes(event).map(({ key, label }) => ({ value: key, label }));
  const mapped = unknown.map((prize) =>
    values.map(prize, { field: 'prizes', label: 'Prize', choices: offered }),
  );
  const prizes = [...new Set([...keys, ...mapped.filter(Boolean)])];
  const left = unknown.filter((_, at) => !mapped[at]);
  if (left.length > 0) report(`prizes that this event does not have: ${left.join(', ')}.`);
  const tags = [...new Set(isOwn ? parseList(cell('tags')) : split(cell('tags')))];
  if (tags.length > most.tags) report(`only the first ${most.tags} of ${tags.length} tags are imported.`);
  const chosen = cleanLine(cell('track'));
  const tracks = event.tracks.map(({ id, title: shown }) => ({ value: id, label: shown }));
  const track =
    tracks.find(({ value, label }) => [value, label].some((name) => toKey(name) === toKey(chosen)))?.value ??
    // The only one there is needs no question.
    (tracks.length === 1
      ? undefined
      : values.map(chosen, { field: 'track', label: 'Track', choices: tracks, guess: tracks[0]!.value }));
  if (chosen && !track) report(`"${chosen}" is not a track of this event.`);
  return {
    source,
    track: track || event.tracks[0]!.id,
    team: take(cleanLine(cell('team')), limits.text.teamName) || null,
    hidden: /hidden/i.test(cell('status')),
    late: isOwn && cell('notes') === lateNote,
    submittedAt: isOwn ? parseDate(cell('created')) : undefined,
    text: {
      title: cut('the title', title, most.title),
      tagline: isOwn
        ? cut('the tagline', cleanLine(cell('tagline')), most.tagline)
        : findTagline(about, title),
      description: cut('the text', about, most.description),
      repository,
      demo,
      video,
      tags: tags.slice(0, most.tags).map((tag) => take(tag, most.tag)),
      prizes,
    },
  };
}
