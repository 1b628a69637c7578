import type { Insertable } from 'kysely';
import type { Event } from '../../contract/event.ts';
import type { Tables } from '../db/schema.ts';
import type { Author } from './documents.ts';
import type { Rng } from './random.ts';
import { firstNames, lastNames, reasons, seedMajors, teamWords } from './words.ts';

type Row<T extends keyof Tables> = Insertable<Tables[T]> & { id: string };

/** An invented applicant: the rows, and what the documents are written from. */
export interface SeedApplicant {
  user: Row<'users'>;
  application: Row<'applications'>;
  author: Author;
}

/** Invented people and what they have done with each other. */
export interface SeedEvent {
  applicants: SeedApplicant[];
  teams: Row<'teams'>[];
  members: Insertable<Tables['team_members']>[];
  requests: Insertable<Tables['join_requests']>[];
  checkIns: Insertable<Tables['check_ins']>[];
}

/** The dates of the invented event: applications up to the deadline, check-in on the first morning. */
export interface SeedDates {
  closesAt: Date;
  doorsAt: Date;
}

const day = 24 * 60 * 60_000;
const codeSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

function applicant(
  chance: Rng,
  event: Event,
  { closesAt }: SeedDates,
  number: number,
  of: number,
): SeedApplicant {
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)];
  const major = chance.pick(seedMajors);
  const email = `${plainLetters(first)}.${plainLetters(last)}.${number}@students.example`;
  const createdAt = new Date(closesAt.getTime() - 28 * day * (1 - number / of) - chance.int(60 * 60_000));
  const status = chance.happens(0.2) ? 'pending' : chance.happens(0.85) ? 'approved' : 'rejected';
  const id = chance.uuid();
  const name = chance.happens(0.01) ? '' : `${first} ${last}`;
  return {
    user: { id, name, email, email_verified: true, created_at: createdAt, team_preference: 'solo' },
    application: {
      id: chance.uuid(),
      user_id: id,
      status,
      track: chance.pick(event.tracks).id,
      major: major.name,
      t_shirt_size: chance.pick(['S', 'M', 'M', 'L', 'L', 'XL', 'XXL']),
      dietary_restrictions: chance.pick([
        'vegetarian',
        'non-vegetarian',
        'non-vegetarian',
        'vegan',
        'other: no nuts',
      ]),
      why_join: chance.sample(reasons, 1 + chance.int(3)).join(' '),
      attendance_confirmed: status === 'approved' && chance.happens(0.75),
      reviewed_at: status === 'pending' ? null : new Date(createdAt.getTime() + (1 + chance.int(4)) * day),
      created_at: createdAt,
    },
    author: {
      name: `${first} ${last}`,
      email,
      major: major.name,
      skills: chance.sample(major.skills, 4 + chance.int(4)),
      deeds: chance.sample(major.deeds, 2 + chance.int(2)),
    },
  };
}

/** Puts about half of the people into teams, as the tracks of their members allow. */
function gather(
  chance: Rng,
  event: Event,
  applicants: SeedApplicant[],
): Pick<SeedEvent, 'teams' | 'members'> {
  const largest = ({ application }: SeedApplicant) =>
    event.tracks.find(({ id }) => id === application.track)?.maxTeamSize ?? 4;
  const waiting = applicants.filter(() => chance.happens(0.5));
  const teams: SeedEvent['teams'] = [];
  const members: SeedEvent['members'] = [];
  while (waiting.length > 0) {
    const together = waiting.splice(0, 1 + chance.int(4));
    const most = Math.min(...together.map(largest));
    waiting.unshift(...together.splice(Math.max(most, 1)));
    const id = chance.uuid();
    const size = Math.max(2, most, together.length);
    const foundedAt = new Date(Math.max(...together.map(({ user }) => (user.created_at as Date).getTime())));
    teams.push({
      id,
      name: `${chance.pick(teamWords.first)} ${chance.pick(teamWords.second)}`,
      max_members: size,
      invite_code: Array.from({ length: 6 }, () => codeSigns[chance.int(32)]).join(''),
      creator_id: together[0]!.user.id,
      created_at: foundedAt,
    });
    for (const [index, { user }] of together.entries()) {
      user.team_preference = 'hasTeam';
      members.push({
        user_id: user.id,
        team_id: id,
        slot: index + 1,
        joined_at: new Date(foundedAt.getTime() + index * 60_000),
      });
    }
  }
  return { teams, members };
}

function askToJoin(
  chance: Rng,
  applicants: SeedApplicant[],
  teams: SeedEvent['teams'],
  members: SeedEvent['members'],
) {
  const taken = (id: string) => members.filter(({ team_id }) => team_id === id).length;
  const open = teams.filter(({ id, max_members }) => taken(id) < max_members);
  const alone = applicants.filter(({ user }) => user.team_preference !== 'hasTeam' && chance.happens(0.15));
  return alone.flatMap(({ user }): SeedEvent['requests'] => {
    user.team_preference = 'lookingForTeam';
    if (open.length === 0) return [];
    const message = chance.pick(['Hi! I can help with the front end.', 'Do you still have a seat?', '']);
    return [{ team_id: chance.pick(open).id, requester_id: user.id, message }];
  });
}

function arrive(
  chance: Rng,
  applicants: SeedApplicant[],
  { doorsAt }: SeedDates,
  checkpoint: string,
): SeedEvent['checkIns'] {
  return applicants
    .filter(({ application }) => application.attendance_confirmed && chance.happens(0.7))
    .map(({ user }) => ({
      user_id: user.id,
      checkpoint,
      key: chance.uuid(),
      state: 'admitted',
      pass_verified: chance.happens(0.9),
      checked_in_at: new Date(doorsAt.getTime() + chance.int(90 * 60_000)),
    }));
}

/** Invents `count` applicants of `of`, numbered from `first`, with their teams, join requests and check-ins. */
export function createApplicants(
  chance: Rng,
  event: Event,
  calendar: SeedDates,
  { first, count, of }: { first: number; count: number; of: number },
): SeedEvent {
  const applicants = Array.from({ length: count }, (_, index) =>
    applicant(chance, event, calendar, first + index, of),
  );
  const { teams, members } = gather(chance, event, applicants);
  const requests = askToJoin(chance, applicants, teams, members);
  const checkIns = arrive(chance, applicants, calendar, event.checkpoints[0]!.id);
  return { applicants, teams, members, requests, checkIns };
}
