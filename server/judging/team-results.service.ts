import type { PrizeRanking, Score, TeamAggregate } from '../../contract/judging/judging.ts';
import * as contract from '../../contract/judging/judging.ts';
import { judgingTracks } from '../../contract/judging/judging-tracks.ts';
import { listMarks, rankTeams } from '../../contract/judging/ranking.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { type AdjustedTeam, computeAdjustedView } from '../../packages/judge-bias/adjusted-view.ts';
import { createSerializer, SerializedResponse } from '../platform/http/responses.ts';
import type { Services } from '../platform/services.ts';
import { countScoreChanges, type ReviewedScore, selectReviewedScores } from './scores.queries.ts';
import { toScore } from './scores.service.ts';
import { selectTableProjects } from './tables.queries.ts';

/** A team's results; `average2` is its average with two decimals. */
export interface TeamResult extends TeamAggregate {
  average2: string;
}

type TeamOwnResult = Omit<TeamResult, 'adjusted'>;
/** By rubric: a track, or a prize. */
type Views = ReadonlyMap<string, ReadonlyMap<number, AdjustedTeam>>;

const toRubric = ({ track, prize }: Pick<ReviewedScore, 'track' | 'prize'>) => prize ?? track;

/** A team's scores, oldest first, and what is computed from them alone. */
interface Team {
  scores: readonly ReviewedScore[];
  own: TeamOwnResult;
}

/** The results at one moment, the best team first. */
interface Snapshot {
  count: number;
  /** The greatest id among the scores. */
  lastId: number;
  teams: ReadonlyMap<number, Team>;
  views: Views;
  /** As `rankTeams` ranks them. */
  ranking: { own: TeamOwnResult; adjusted: TeamResult['adjusted'] }[];
}

function computeView(rubric: string, teams: Iterable<Team>): Map<number, AdjustedTeam> {
  const records = [...teams].flatMap(({ scores }) =>
    scores
      .filter((score) => toRubric(score) === rubric && !score.voidedAt)
      .map(({ judgeName, teamNumber, total }) => ({ judge: judgeName, team: teamNumber, total })),
  );
  return new Map(computeAdjustedView(records).teams.map((team) => [team.team, team]));
}

function computeTeam(number: number, scores: readonly ReviewedScore[]): Team | undefined {
  const valid = scores.filter(({ voidedAt }) => !voidedAt);
  const [first] = valid;
  if (!first || first.average === null || first.average2 === null) return undefined;
  const counting = scores.filter(({ counts }) => counts);
  const own = {
    team_names: [...new Set(valid.map(({ teamName }) => teamName.toLowerCase()))],
    team_number: number,
    track: first.track,
    tracks: judgingTracks.filter((track) => valid.some((score) => score.track === track)),
    avg_total_score: first.average,
    judge_count: counting.length,
    judge_breakdown: Object.fromEntries(counting.map(({ judgeName, total }) => [judgeName, total])),
    special_categories_avg: first.specials ?? {},
    all_scores: scores.map(toScore).reverse(),
    average2: first.average2,
  };
  return { scores, own };
}

/** Returns `before` with the teams of these scores computed again; `scores` holds all scores of those teams. */
function updateSnapshot(scores: readonly ReviewedScore[], count: number, before?: Snapshot): Snapshot {
  const teams = new Map(before?.teams);
  for (const [number, list] of Map.groupBy(scores, ({ teamNumber }) => teamNumber)) {
    const team = computeTeam(number, list);
    if (team) teams.set(number, team);
    else teams.delete(number);
  }
  const touched = new Set(scores.map(toRubric));
  const views: Views = new Map([
    ...(before?.views ?? []),
    ...[...touched].map((rubric) => [rubric, computeView(rubric, teams.values())] as const),
  ]);
  const ranking = rankTeams([...teams.values()].map(({ own }) => own)).map(({ entry: own }) => {
    const view = views.get(toRubric({ track: own.track, prize: own.all_scores[0]!.prize ?? null }))!;
    const { judges: _judges, raw: _raw, team: _team, ...adjusted } = view.get(own.team_number)!;
    return { own, adjusted };
  });
  const lastId = scores.reduce((greatest, { id }) => Math.max(greatest, id), before?.lastId ?? 0);
  return { count, lastId, teams, views, ranking };
}

// Scores are only added or voided, and judges renamed: while the number of these changes is the same, so are the results.
const snapshots = new WeakMap<Services['db'], Snapshot>();

async function currentSnapshot({ db }: Pick<Services, 'db'>): Promise<Snapshot> {
  const before = snapshots.get(db);
  if (before && before.count === (await countScoreChanges(db))) return before;
  const { count, scores } = await selectReviewedScores(db, before?.lastId ?? 0);
  const fresh = scores.filter(({ id }) => id > (before?.lastId ?? 0)).length;
  // Ids are not in commit order: a score with a smaller id than the last one may have been added, one was voided, or a judge renamed.
  const isWhole = !before || before.count + fresh === count;
  const all = isWhole ? { count, scores } : await selectReviewedScores(db, 0);
  const snapshot = updateSnapshot(all.scores, all.count, isWhole ? before : undefined);
  snapshots.set(db, snapshot);
  return snapshot;
}

/** Returns the teams in one snapshot, best average first, equal averages by team number. */
export async function getTeamResults(services: Pick<Services, 'db'>): Promise<TeamResult[]> {
  return toResults(await currentSnapshot(services));
}

function toResults({ ranking }: Snapshot): TeamResult[] {
  return ranking.map(({ own, adjusted }) => ({ ...own, adjusted }));
}

const serialize = createSerializer(contract.listTeamScores.response);
const responses = new WeakMap<Snapshot, SerializedResponse>();

/** Returns the teams as JSON, serialized once until there is a new score: 300 teams are 1.8 MB, which take 38 ms. */
export async function listTeamScores(services: Pick<Services, 'db'>): Promise<SerializedResponse> {
  const snapshot = await currentSnapshot(services);
  const cached = responses.get(snapshot);
  if (cached) return cached;
  const response = new SerializedResponse(serialize(toResults(snapshot)));
  responses.set(snapshot, response);
  return response;
}

/** Returns every score, newest first. */
export async function listScores({ db }: Pick<Services, 'db'>): Promise<Score[]> {
  return (await selectReviewedScores(db, 0)).scores.map(toScore).reverse();
}

/** Returns the prizes with judges of their own, each with the projects that are entered for it and scored, by average. */
export function listPrizeRankings({ db, event }: Pick<Services, 'db' | 'event'>): Promise<PrizeRanking[]> {
  return Promise.all(
    listJudgedPrizes(event).map(async ({ key, label, judgedBy }) => {
      const entered = (await selectTableProjects(db)).filter(({ prizes }) => prizes.includes(key));
      const projects = new Map(entered.map((project) => [project.number, project]));
      const { count, scores } = await selectReviewedScores(db, 0, key);
      const snapshot = updateSnapshot(
        scores.filter(({ teamNumber }) => projects.has(teamNumber)),
        count,
      );
      const ranking = rankTeams(toResults(snapshot)).map(({ entry, ...ranked }) => {
        const { team_number: teamNumber, adjusted } = entry;
        const { id, title, team } = projects.get(teamNumber)!;
        return { _id: id, teamNumber, title, team, ...ranked, marks: listMarks(entry), adjusted };
      });
      return { key, label, judgedBy, projects: ranking };
    }),
  );
}
