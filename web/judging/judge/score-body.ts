import type { JudgingTrack } from '../../../contract/judging/judging.ts';
import { usualRubric } from '../../../contract/judging/judging-tracks.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import type { ScoreBody } from './judge.api.ts';
import type { JudgeRubric } from './judge-rubric.ts';
import type { ScoreDraft } from './score-draft.ts';

/** Returns a draft as the server takes it; `entered` are the categories that the team entered. */
export function toScoreBody(
  draft: ScoreDraft,
  { track, criteria }: Pick<JudgeRubric, 'criteria'> & { track: JudgingTrack },
  entered: readonly { key: string }[],
): ScoreBody {
  const { teamName, teamNumber, scores, special, chosen, specialScores, unseen, comment } = draft;
  const others = special ? chosen.filter((key) => !entered.some((category) => category.key === key)) : [];
  const marks = [
    ...entered.flatMap(({ key }) => {
      const mark = unseen.includes(key) ? undefined : getOwnValue(specialScores, key);
      return mark === undefined ? [] : [[key, mark]];
    }),
    ...others.map((key) => [key, getOwnValue(specialScores, key) ?? 0]),
  ];
  return {
    team_name: teamName.trim(),
    team_number: Number.parseInt(teamNumber, 10),
    track,
    scores: Object.fromEntries(criteria.map(({ key }) => [key, getOwnValue(scores, key) ?? 0])),
    special_categories: track === usualRubric && marks.length > 0 ? Object.fromEntries(marks) : null,
    ...(comment.trim() && { comment: comment.trim() }),
  };
}
