import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conflict } from '../../contract/event-day/check-in-overview.ts';
import { paths } from '../../contract/platform/pages.ts';
import { openServices } from '../../server/event/settings/open-event.ts';
import { listBrokenInvariants } from '../../server/operations/doctor/doctor.service.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { openRunningSite } from '../../server/platform/db/lease.ts';
import { freePort, runCommand, startProgram } from '../program.ts';
import { type Arrivals, letArrive } from './arrivals.ts';
import { createCaller, type Judged, letJudge } from './judging.ts';
import { insertTeams, type RehearsedTeam, signInStaff } from './people.ts';

const reviewPassword = 'owls at midnight';
const organizerEmail = 'organizer@staff.example';

interface Options {
  teams: RehearsedTeam[];
  /** The share of the people who come. */
  arrivals: number;
  judges: number;
  note: (line: string) => void;
  environment?: Record<string, string>;
}

export interface Rehearsal {
  url: string;
  /** What an organizer should look at, a line each. */
  report: string[];
  /** What is wrong with the program, a line each; empty when all is well. */
  wrong: string[];
  describeSignIns: () => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Runs a whole event on a new site: arrivals, judging, a pause, results. The site runs until `stop`. */
export async function rehearse({ teams, arrivals, judges, note, environment }: Options): Promise<Rehearsal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'overnight-rehearsal-'));
  // Started as root, the program's own database runs as another account.
  await chmod(dataDir, 0o711);
  const settings = {
    ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '100' },
    // The command that makes sign-in links needs it too.
    ...{ PORT: String(await freePort()), SCORE_REVIEW_PASSWORD: reviewPassword },
    ...environment,
  };
  note('Starting a site …');
  const program = await startProgram(settings).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const stop = async () => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const config = loadConfig(settings);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const site = await openRunningSite(config, { log: note });
    const services = await openServices({ db: site.db, config, log });
    const people = await insertTeams(services, teams);
    const coming = people.slice(0, arrivals);
    const as = { name: 'Robin Rivera', email: organizerEmail, role: 'admin' } as const;
    const organizer = createCaller(program.url, await signInStaff(services, as));
    note(`${coming.length} of ${people.length} people arrive at three stations with a bad network …`);
    const arrived = await letArrive(services, Number(new URL(program.url).port), coming);
    note(`${judges} judges score …`);
    const judged = await letJudge(program.url, organizer, judges);
    const conflicts = await organizer<Conflict[]>('GET', '/check-ins/conflicts');
    const checkIns = await services.db
      .selectFrom('check_ins')
      .where('state', '=', 'admitted')
      .select('user_id as userId')
      .execute();
    const wrong = [
      ...(await listBrokenInvariants({ db: site.db, event: services.event })),
      ...(new Set(checkIns.map(({ userId }) => userId)).size === coming.length
        ? []
        : [`${checkIns.length} of ${coming.length} people are in.`]),
      ...(arrived.refused > 0
        ? [`${arrived.refused} people were refused although their pass is genuine.`]
        : []),
      ...(judged.walksToAbsent > 0 ? [`${judged.walksToAbsent} walks led to a table where nobody is.`] : []),
    ];
    await site.close();
    const report = describe({
      arrived,
      judged,
      conflicts: conflicts.length,
    });
    const describeSignIns = () => describeAccounts(settings, judged);
    return { url: program.url, report, wrong, describeSignIns, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describe({
  arrived,
  judged: { progress, publication, ...judged },
  conflicts,
}: {
  arrived: Arrivals;
  judged: Judged;
  conflicts: number;
}): string[] {
  const few = progress.tables.filter(({ judges }) => judges.length < 3);
  const winners = publication.groups.flatMap(({ label, ranking }) => {
    const first = ranking.filter(({ place }) => place === 1);
    return first.length > 0 ? [`${label}: ${first.map(({ name }) => name).join(' and ')}`] : [];
  });
  const ties = publication.groups.filter(({ ranking, places }) =>
    ranking.some(({ place, tied }) => tied && place <= places),
  );
  return [
    `The network lost ${arrived.lostCalls} calls and ${arrived.lostAnswers} answers; ${arrived.saved} check-ins waited on a device. Everybody is in once.`,
    `${arrived.scannedTwice} people were scanned twice; ${conflicts} of them wait for a decision on ${paths.checkInOverview}. Refused wrongly: ${arrived.refused}.`,
    `${progress.tables.length} tables, ${judged.scores} scores; ${judged.refusedInPause} were refused during the pause and sent after it.`,
    few.length === 0
      ? 'Every table has three scores.'
      : `${few.length} tables have fewer than three scores: ${few
          .map(({ teamNumber }) => teamNumber)
          .slice(0, 20)
          .join(', ')} (${paths.judging}, Needs more).`,
    ...(ties.length > 0
      ? [`Shared places: ${ties.map(({ label }) => label).join(', ')} (${paths.judging}).`]
      : []),
    `Winners, published on ${paths.results}: ${winners.join('; ')}.`,
  ];
}

async function describeAccounts(settings: Record<string, string>, { accounts }: Judged): Promise<string[]> {
  const lines = [];
  for (const [who, email] of [
    ['an organizer', organizerEmail],
    ['a volunteer', 'volunteer.1@staff.example'],
    ['a participant', 'guest.1@students.example'],
  ] as const) {
    const { link } = JSON.parse(await runCommand(settings, 'sign-in', email, '--json')) as { link: string };
    lines.push(`${who}: ${link}`);
  }
  const [judge] = accounts;
  if (judge) lines.push(`a judge, at ${paths.judge}: ${judge.username}  ${judge.password}`);
  return [...lines, `the results, at ${paths.scoreReview}: password ${reviewPassword}`];
}
