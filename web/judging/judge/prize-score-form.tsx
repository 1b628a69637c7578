import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { EnteredProject, PrizeJudging } from '../../../contract/judging/prize-judging.ts';
import { weightedTotal } from '../../../contract/judging/scoring.ts';
import { deleteDrafts, readDraft, saveDraftText } from '../../lib/draft-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { callSubmitPrizeScore } from './prize.api.ts';
import { ProjectLinks } from './project-links.tsx';
import type { QueuedPrizeScore } from './queued-prize-scores.ts';
import { getPrizeScoreKind } from './queued-scores.ts';
import { describeZeros, RubricCard } from './rubric-card.tsx';
import { ScoreSubmitBar } from './submit-bar.tsx';
import { useSubmitScore } from './use-submit-score.ts';

/** The marks of a project by criterion; undefined where a touch was taken back. */
type PrizeDraft = Record<string, number | undefined>;

const getKey = (username: string, project: string) => `draft:score:${username}:prize:${project}`;
const warn = (error: unknown) => console.warn(error);

/** The marks that a judge of a prize has chosen for a project and not sent yet, on this device; null without any. */
const prizeDraftQuery = (username: string, project: string) =>
  queryOptions({
    queryKey: ['draft', username, 'prize', project],
    queryFn: async () => ((await readDraft(getKey(username, project)))?.values ?? null) as PrizeDraft | null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function savePrizeDraft(username: string, project: string, marks: PrizeDraft): void {
  void saveDraftText(getKey(username, project), { ...marks }).catch(warn);
}

function deletePrizeDraft(username: string, project: string): void {
  void deleteDrafts(getKey(username, project)).catch(warn);
}

interface PrizeScoreFormProps {
  username: string;
  project: EnteredProject;
  rubric: PrizeJudging['prize']['rubric'];
  /** The score of this project that waits on this device. */
  waiting: QueuedPrizeScore | undefined;
  /** Called when the server or this device has the score, and when the judge goes back. */
  onDone: () => void;
}

/** The form for the score of one project, by the rubric of the prize. What is chosen stays on the device until it is sent. */
export function PrizeScoreForm(props: PrizeScoreFormProps) {
  const { username, project, waiting, onDone } = props;
  const { title, tagline, team, teamNumber, links, mine } = project;
  const { data: draft } = useQuery(prizeDraftQuery(username, project._id));
  const given = waiting ? waiting.payload.total : mine?.weighted_total;
  return (
    <div className="grid grid-cols-1 gap-6">
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
        <ProjectLinks links={links} />
        {given !== undefined && (
          <p role="status" className="mt-2 rounded-md bg-pending-bg px-4 py-3 text-sm text-pending">
            You gave {given.toFixed(1)}. A new score replaces it.
          </p>
        )}
      </Card>
      {draft === undefined ? (
        <Skeleton text="Loading your draft…" />
      ) : (
        <Rubric {...props} marks={draft ?? waiting?.payload.body.scores ?? mine?.scores ?? {}} />
      )}
    </div>
  );
}

function Rubric({
  username,
  project,
  rubric,
  onDone,
  marks: first,
}: PrizeScoreFormProps & { marks: PrizeDraft }) {
  const [scores, setScores] = useState(first);
  const marks = Object.fromEntries(rubric.map(({ key }) => [key, scores[key] ?? 0]));
  const submit = useSubmitScore({
    send: callSubmitPrizeScore,
    kind: getPrizeScoreKind(username),
    rubric,
    onTaken: () => {
      deletePrizeDraft(username, project._id);
      onDone();
    },
  });
  const send = (form: FormEvent) => {
    form.preventDefault();
    submit.mutate({ project: project._id, scores: marks });
  };
  return (
    <form onSubmit={send} className="grid grid-cols-1 gap-6">
      <RubricCard
        criteria={rubric}
        scores={scores}
        onChange={(changed) => {
          setScores(changed);
          savePrizeDraft(username, project._id, changed);
        }}
      />
      <ScoreSubmitBar
        total={weightedTotal(rubric, marks)}
        busy={submit.isPending}
        disabled={false}
        note={describeZeros(rubric, scores)}
      />
    </form>
  );
}
