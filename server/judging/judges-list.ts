import type { Event } from '../../contract/event/event.ts';
import { listTrackRubrics, listTracksOfRubric } from '../../contract/judging/judging-tracks.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { foldText } from '../../packages/text/fold-text.ts';
import { toKey } from '../people-data/csv-import.ts';
import { parseCsv } from '../platform/parse-csv.ts';
import { type NewJudge, refuseJudges } from './new-judges.ts';

type JudgedEvent = Pick<Event, 'tracks' | 'rubric' | 'projects'>;

/** The columns by their headings, as `toKey` makes them. */
const headings: Record<string, string> = {
  ...{ name: 'name', fullname: 'name', judge: 'name', judgename: 'name' },
  ...{ username: 'username', login: 'username', track: 'track', rubric: 'track', prize: 'prize' },
  ...{ email: 'email', emailaddress: 'email', mail: 'email' },
};

/**
 * Parses a list of judges, as it is pasted or in a file: columns with the headings name (required), username, email, track and prize in
 * any order, separated by commas, semicolons or tabs; or, without headings, a name or a name and an email per line. Throws `judges_unwanted`.
 */
export function parseJudgeList(text: string, event: JudgedEvent): NewJudge[] {
  const rows = parseRows(text);
  const columns = (rows[0] ?? []).map((heading) => headings[toKey(heading)] ?? '');
  if (columns.includes('name')) return rows.slice(1).map((row) => toJudge(row, columns, event));
  if (rows.every(([, email, ...more]) => (!email || email.includes('@')) && more.length === 0))
    return rows.map((row) => toJudge(row, ['name', 'email'], event));
  refuseJudges(
    'The first line must name the columns: name, and optionally email, track, username and prize.',
  );
}

function parseRows(text: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    refuseJudges((error as Error).message);
  }
}

/** Returns the rubric meant by its name, or by a track that alone has it; undefined for nothing. */
function findTrackRubric({ tracks }: Pick<Event, 'tracks'>, written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const rubrics = listTrackRubrics({ tracks });
  const isMeant = (name: string) => name.toLowerCase() === written.toLowerCase();
  const isMeantTrack = ({ id, slug, title }: Event['tracks'][number]) => [id, slug, title].some(isMeant);
  const found =
    rubrics.find(isMeant) ??
    rubrics.find((rubric) => {
      const [track, ...others] = listTracksOfRubric({ tracks }, rubric);
      return track && others.length === 0 && isMeantTrack(track);
    });
  if (found !== undefined) return found;
  const shared = tracks.find(isMeantTrack);
  const others = tracks.filter((track) => track !== shared && track.rubric === shared?.rubric);
  const why = shared
    ? `has the same judges as ${others.map(({ title }) => title).join(' and ')}, by the same rubric`
    : 'is not a track';
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(shared ? [shared.rubric] : rubrics);
  refuseJudges(`"${written}" ${why}. Use ${names}, or leave it empty for all tracks.`);
}

/** Returns the key of the prize meant by its key or label; otherwise what is written, which is refused later. */
function findPrizeKey(event: JudgedEvent, written: string | undefined): string | undefined {
  const isMeant = (name: string) => foldText(name) === foldText(written ?? '');
  return listJudgedPrizes(event).find(({ key, label }) => isMeant(key) || isMeant(label))?.key ?? written;
}

function toJudge(row: readonly string[], columns: readonly string[], event: JudgedEvent): NewJudge {
  const at = (column: string) => row[columns.indexOf(column)]?.trim() || undefined;
  const track = findTrackRubric(event, at('track'));
  const prize = findPrizeKey(event, at('prize'));
  return { name: at('name'), username: at('username'), email: at('email'), track, prize };
}
