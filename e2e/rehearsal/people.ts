import { passToken } from '../../server/event-day/check-in/pass.ts';
import { createRng } from '../../server/operations/seed/random.ts';
import { insertRows } from '../../server/operations/seed/seed.queries.ts';
import invented from '../../server/operations/seed/words.json' with { type: 'json' };
import { openSession } from '../../server/people-data/sessions.service.ts';
import { parseCsv } from '../../server/platform/parse-csv.ts';
import type { Services } from '../../server/platform/services.ts';
import { toApplicationRow } from '../../server/testing/applicants.ts';
import type { Guest } from '../lossy-station.ts';

/** A team of the rehearsed event; without `members`, people are invented for it. */
export interface RehearsedTeam {
  name: string;
  members: string[];
}

/**
 * Parses a past event's list of teams: CSV with the column `team`, and optionally `name`, one person per row. Throws an
 * Error with a sentence.
 */
export function parseTeams(csv: string): RehearsedTeam[] {
  const [head = [], ...rows] = parseCsv(csv);
  const columnOf = (...names: string[]) =>
    head.findIndex((title) => names.includes(title.trim().toLowerCase()));
  const [team, name] = [columnOf('team', 'team name'), columnOf('name', 'member')];
  if (team < 0) throw new Error('The list of teams needs a column "team".');
  const teams = new Map<string, string[]>();
  for (const row of rows) {
    const called = row[team]?.trim() ?? '';
    if (called === '') continue;
    const members = teams.get(called) ?? [];
    teams.set(called, members);
    const person = row[name]?.trim();
    if (person) members.push(person);
  }
  if (teams.size === 0) throw new Error('The list of teams has no team.');
  return [...teams].map(([called, members]) => ({ name: called.slice(0, 50), members }));
}

/** Invents teams of one to four until this many people are in them. */
export function inventTeams(people: number): RehearsedTeam[] {
  const rng = createRng(15);
  const teams: RehearsedTeam[] = [];
  for (let left = people; left > 0; ) {
    const size = Math.min(left, 1 + rng.int(4));
    const words = `${rng.pick(invented.teamWords.first)} ${rng.pick(invented.teamWords.second)}`;
    const members = Array.from(
      { length: size },
      () => `${rng.pick(invented.firstNames)} ${rng.pick(invented.lastNames)}`,
    );
    teams.push({ name: `${words} ${teams.length + 1}`, members });
    left -= size;
  }
  return teams;
}

/** Inserts the teams and their people, who are approved; returns all people with their passes. */
export async function insertTeams(services: Services, teams: RehearsedTeam[]): Promise<Guest[]> {
  const rng = createRng(16);
  const tracks = services.event.tracks.map(({ id, maxTeamSize = 4 }) => ({ id, maxTeamSize }));
  const people: { id: string; name: string; email: string; track: string; team: string; slot: number }[] = [];
  const rows = { teams: [] as object[], members: [] as { user_id: string; team_id: string; slot: number }[] };
  for (const { name, members } of teams) {
    const team = rng.uuid();
    const names = members.length > 0 ? members.slice(0, 4) : [`${name} 1`, `${name} 2`];
    const fitting = tracks.filter(({ maxTeamSize }) => maxTeamSize >= names.length);
    const track = rng.pick(fitting.length > 0 ? fitting : tracks.slice(0, 1)).id;
    const first = people.length;
    for (const [at, person] of names.entries()) {
      const email = `guest.${people.length + 1}@students.example`;
      people.push({ id: rng.uuid(), name: person, email, track, team, slot: at + 1 });
    }
    // A person alone has no team.
    if (names.length === 1) continue;
    rows.teams.push({
      id: team,
      name,
      max_members: names.length,
      invite_code: Array.from({ length: 6 }, () => 'ABCDEFGHJKMNPQRS'[rng.int(16)]).join(''),
      creator_id: people[first]!.id,
    });
    for (const { id, slot } of people.slice(first)) rows.members.push({ user_id: id, team_id: team, slot });
  }
  const inTeam = new Set(rows.members.map(({ user_id }) => user_id));
  await services.db.transaction().execute(async (trx) => {
    await insertRows(
      trx,
      'users',
      people.map(({ id, name, email }) => ({
        ...{ id, name, email, email_verified: true },
        team_preference: inTeam.has(id) ? ('hasTeam' as const) : ('solo' as const),
      })),
    );
    await insertRows(
      trx,
      'applications',
      people.map(({ id, track }) => ({
        ...toApplicationRow(id, { track, attending: rng.happens(0.7) }),
        // As if the documents had been deleted: there are none.
        documents_removed_at: new Date(),
      })),
    );
    await insertRows(trx, 'teams', rows.teams as never[]);
    await insertRows(trx, 'team_members', rows.members);
  });
  return people.map(({ id, name }) => ({
    userId: id,
    name,
    pass: passToken(services, { id, passVersion: 1 }),
  }));
}

/** Creates a volunteer or organizer with a session; returns the cookie. */
export async function signInStaff(
  services: Services,
  { name, email, role }: { name: string; email: string; role: 'volunteer' | 'admin' },
): Promise<string> {
  const { id } = await services.db
    .insertInto('users')
    .values({ name, email, email_verified: true, role, is_owner: role === 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `sid=${await openSession(services, services.db, 'user', { user_id: id })}`;
}
