import { resultsKey } from '../event/project-switches.ts';
import type { Db } from '../platform/db/open.ts';
import { findSetting, upsertSetting } from '../platform/db/settings.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { StoredWinner } from './judging.tables.ts';
import * as queries from './published-results.queries.ts';

const keyOf = ({ number, project }: Pick<StoredWinner, 'number' | 'project'>) => project ?? `${number}`;

/**
 * Returns a function that adds what is public to winners: `name` is the project, or else the team, or else the table, and
 * `project` its page in the gallery. Loads all names in one query.
 */
export async function nameWinners(db: Db, winners: readonly StoredWinner[]) {
  const found = new Map(
    (await queries.selectWinnerNames(db, winners)).map((row) => [
      row.number === null ? row.project : `${row.number}`,
      row,
    ]),
  );
  return (winner: StoredWinner) => {
    const row = found.get(keyOf(winner));
    const { place, tied, number } = winner;
    const other = row?.team ?? (number === undefined ? 'A project' : `Table ${number}`);
    return {
      place,
      tied,
      name: row?.title ?? other,
      team: row?.title ? row.team : null,
      project: row?.project ?? null,
    };
  };
}

/** Returns a function that finds the people and the table of a winner, for organizers only. */
export async function findEntrants(db: Db, winners: readonly StoredWinner[]) {
  const found = new Map((await queries.selectEntrants(db, winners)).map((row) => [row.key, row]));
  return (winner: Pick<StoredWinner, 'number' | 'project'>) => {
    const { people = [], table = null } = found.get(keyOf(winner)) ?? {};
    return { people, table };
  };
}

export async function findPublishedResults(db: Db) {
  const results = await queries.findStoredResults(db);
  if (!results) return undefined;
  const toNamed = await nameWinners(
    db,
    results.groups.flatMap(({ winners }) => winners),
  );
  return {
    at: results.at,
    groups: results.groups.map((group) => ({ ...group, winners: group.winners.map(toNamed) })),
  };
}

/** Lists the published winners with their people and tables, for organizers only; empty while nothing is published. */
export async function listPublishedWinners(db: Db) {
  const { groups = [] } = (await queries.findStoredResults(db)) ?? {};
  const winners = groups.flatMap((group) => group.winners);
  const [toNamed, toEntrant] = [await nameWinners(db, winners), await findEntrants(db, winners)];
  return groups.flatMap(({ label: prize, winners: list }) =>
    list.map((winner) => {
      const { place, tied, name, team } = toNamed(winner);
      return { prize, place, tied, name, team, ...toEntrant(winner) };
    }),
  );
}

/** The key in `settings` that marks the results of this event as unpublished again. */
const withdrawnKey = 'results-withdrawn';

/** Returns whether results were published and then unpublished. */
export async function wereResultsWithdrawn(db: Db): Promise<boolean> {
  return (await findSetting<boolean>(db, withdrawnKey)) ?? false;
}

/** Publishes or unpublishes results, and notifies pages and the gallery. Returns whether anything changed. */
export async function storePublishedResults(trx: Db, results: queries.PublishedResults | null) {
  if (results) await upsertSetting(trx, resultsKey, results);
  else if (await queries.deletePublishedResults(trx)) await upsertSetting(trx, withdrawnKey, true);
  else return false;
  await notifySubscribers(trx, 'projects', 'results');
  return true;
}
