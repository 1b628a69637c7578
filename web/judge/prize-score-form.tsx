import { type FormEvent, useState } from 'react';
import type { EnteredProject, PrizeJudging } from '../../contract/prize-judging.ts';
import { weightedTotal } from '../../contract/scoring.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ScoreSlider } from '../ui/score-slider.tsx';
import { useSubmitPrizeScore } from './prize.api.ts';
import { ScoreSubmitBar } from './submit-bar.tsx';

interface PrizeScoreFormProps {
  project: EnteredProject;
  rubric: PrizeJudging['prize']['rubric'];
  /** Called when the score is stored, and when the judge goes back. */
  onDone: () => void;
}

/** The form for the score of one project, by the rubric of the prize. */
export function PrizeScoreForm({ project, rubric, onDone }: PrizeScoreFormProps) {
  const { title, tagline, team, teamNumber, links, mine } = project;
  const [scores, setScores] = useState<Record<string, number | undefined>>(mine?.scores ?? {});
  // One key for each content that is sent: a repeat after a lost answer is the same score.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const submit = useSubmitPrizeScore({ onSuccess: onDone });
  const marks = Object.fromEntries(rubric.map((each) => [each.key, scores[each.key] ?? 0]));
  const zeros = rubric.filter((each) => !scores[each.key]).length;
  const send = (form: FormEvent) => {
    form.preventDefault();
    submit.mutate({ body: { project: project._id, scores: marks }, key });
  };
  return (
    <form onSubmit={send} className="grid grid-cols-1 gap-6">
      <p>
        <Button variant="ghost" className="-mx-3 px-3" onClick={onDone}>
          All projects
        </Button>
      </p>
      <Card title={title}>
        <p className="wrap-anywhere">{tagline}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          {[teamNumber === null ? 'No table' : `Table ${teamNumber}`, team].filter(Boolean).join(' · ')}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {links.map(({ name, url, host }) => (
            <a
              key={name}
              href={url}
              target="_blank"
              rel="nofollow noopener noreferrer"
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {host}
            </a>
          ))}
        </p>
        {mine && (
          <p role="status" className="mt-2 rounded-md bg-pending-bg px-4 py-3 text-sm text-pending">
            You gave {mine.weighted_total.toFixed(1)}. A new score replaces it.
          </p>
        )}
      </Card>
      <Card title="Scoring Rubric">
        <div className="grid gap-8">
          {rubric.map(({ key: criterion, label, weight, description }) => (
            <ScoreSlider
              key={criterion}
              label={label}
              aside={`${weight}%`}
              description={description}
              value={scores[criterion]}
              onChange={(value) => {
                setScores({ ...scores, [criterion]: value });
                setKey(crypto.randomUUID());
              }}
            />
          ))}
        </div>
      </Card>
      <ScoreSubmitBar
        total={weightedTotal(rubric, marks)}
        busy={submit.isPending}
        disabled={false}
        note={zeros > 0 ? `${zeros} ${zeros === 1 ? 'criterion is' : 'criteria are'} still 0.` : undefined}
      />
    </form>
  );
}
