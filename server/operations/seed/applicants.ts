import type { Insertable } from 'kysely';
import type { Event } from '../../../contract/event/event.ts';
import { day } from '../../../contract/platform/durations.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Author } from './documents.ts';
import type { Rng } from './random.ts';
import words from './words.json' with { type: 'json' };

const { firstNames, lastNames, majors, reasons, teamWords } = words;
const { taglines } = words.projects;

type Row<T extends keyof Tables> = Insertable<Tables[T]> & { id: string };

/** An invented applicant: the rows, and what the documents are written from. */
export interface SeedApplicant {
  user: Row<'users'>;
  application: Row<'applications'>;
  author: Author;
}

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

const codeSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

function createApplicant(
  rng: Rng,
  event: Event,
  { closesAt }: SeedDates,
  number: number,
  of: number,
): SeedApplicant {
  const [first, last] = [rng.pick(firstNames), rng.pick(lastNames)];
  const major = rng.pick(majors);
  const email = `${plainLetters(first)}.${plainLetters(last)}.${number}@students.example`;
  const createdAt = new Date(closesAt.getTime() - 28 * day * (1 - number / of) - rng.int(60 * 60_000));
  const status = rng.happens(0.2) ? 'pending' : rng.happens(0.85) ? 'approved' : 'rejected';
  const id = rng.uuid();
  const name = rng.happens(0.01) ? '' : `${first} ${last}`;
  return {
    user: { id, name, email, email_verified: true, created_at: createdAt, team_preference: 'solo' },
    application: {
      id: rng.uuid(),
      user_id: id,
      status,
      track: rng.pick(event.tracks).id,
      major: major.name,
      t_shirt_size: rng.pick(['S', 'M', 'M', 'L', 'L', 'XL', 'XXL']),
      dietary_restrictions: rng.pick([
        'vegetarian',
        'non-vegetarian',
        'non-vegetarian',
        'vegan',
        'other: no nuts',
      ]),
      why_join: rng.sample(reasons, 1 + rng.int(3)).join(' '),
      attendance_confirmed: status === 'approved' && rng.happens(0.75),
      reviewed_at: status === 'pending' ? null : new Date(createdAt.getTime() + (1 + rng.int(4)) * day),
      created_at: createdAt,
    },
    author: {
      name: `${first} ${last}`,
      email,
      major: major.name,
      skills: rng.sample(major.skills, 4 + rng.int(4)),
      achievements: rng.sample(major.achievements, 2 + rng.int(2)),
    },
  };
}

/** Puts about half of the people into teams, as the tracks of their members allow. */
function createTeams(rng: Rng, event: Event, applicants: SeedApplicant[]) {
  const largest = ({ application }: SeedApplicant) =>
    event.tracks.find(({ id }) => id === application.track)?.maxTeamSize ?? 4;
  const waiting = applicants.filter(() => rng.happens(0.5));
  const teams: SeedEvent['teams'] = [];
  const members: SeedEvent['members'] = [];
  while (waiting.length > 0) {
    const together = waiting.splice(0, 1 + rng.int(4));
    const most = Math.min(...together.map(largest));
    waiting.unshift(...together.splice(Math.max(most, 1)));
    const id = rng.uuid();
    const size = Math.max(2, most, together.length);
    const foundedAt = new Date(Math.max(...together.map(({ user }) => (user.created_at as Date).getTime())));
    teams.push({
      id,
      name: `${rng.pick(teamWords.first)} ${rng.pick(teamWords.second)}`,
      max_members: size,
      invite_code: Array.from({ length: 6 }, () => codeSigns[rng.int(32)]).join(''),
      creator_id: together[0]!.user.id,
      // Half of the teams have one.
      idea: taglines[teams.length % (2 * taglines.length)] ?? '',
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

function createJoinRequests(
  rng: Rng,
  applicants: SeedApplicant[],
  teams: SeedEvent['teams'],
  members: SeedEvent['members'],
) {
  const taken = (id: string) => members.filter(({ team_id }) => team_id === id).length;
  const open = teams.filter(({ id, max_members }) => taken(id) < max_members);
  const alone = applicants.filter(({ user }) => user.team_preference !== 'hasTeam' && rng.happens(0.15));
  return alone.flatMap(({ user }): SeedEvent['requests'] => {
    user.team_preference = 'lookingForTeam';
    if (open.length === 0) return [];
    const message = rng.pick(['Hi! I can help with the front end.', 'Do you still have a seat?', '']);
    return [{ team_id: rng.pick(open).id, requester_id: user.id, message }];
  });
}

function createCheckIns(
  rng: Rng,
  applicants: SeedApplicant[],
  { doorsAt }: SeedDates,
  checkpoint: string,
): SeedEvent['checkIns'] {
  return applicants
    .filter(({ application }) => application.attendance_confirmed && rng.happens(0.7))
    .map(({ user }) => ({
      user_id: user.id,
      checkpoint,
      key: rng.uuid(),
      state: 'admitted',
      pass_verified: rng.happens(0.9),
      checked_in_at: new Date(doorsAt.getTime() + rng.int(90 * 60_000)),
    }));
}

/** Invents `count` applicants of `of`, numbered from `first`, with their teams, join requests and check-ins. */
export function createApplicants(
  rng: Rng,
  event: Event,
  calendar: SeedDates,
  { first, count, of }: { first: number; count: number; of: number },
): SeedEvent {
  const applicants = Array.from({ length: count }, (_, index) =>
    createApplicant(rng, event, calendar, first + index, of),
  );
  const { teams, members } = createTeams(rng, event, applicants);
  const requests = createJoinRequests(rng, applicants, teams, members);
  const checkIns = createCheckIns(rng, applicants, calendar, event.checkpoints[0]!.id);
  return { applicants, teams, members, requests, checkIns };
}
