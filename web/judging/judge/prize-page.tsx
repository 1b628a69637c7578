import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Judge } from '../../../contract/judging/judging.ts';
import type { EnteredProject } from '../../../contract/judging/prize-judging.ts';
import { deleteQueued } from '../../lib/offline-queue.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useJudgingPaused } from './judge.api.ts';
import { LogOutButton } from './log-out-button.tsx';
import { PausedNote } from './paused-note.tsx';
import { prizeJudgingQuery } from './prize.api.ts';
import { PrizeScoreForm } from './prize-score-form.tsx';
import { type QueuedPrizeScore, useQueuedPrizeScores } from './queued-prize-scores.ts';
import { WaitingLine } from './waiting-line.tsx';

/** Where a judge of a prize scores the projects that are entered for it. */
export default function PrizePage({ judge }: { judge: Judge }) {
  const paused = useJudgingPaused();
  const queue = useQueuedPrizeScores(judge.username, paused);
  const { data, isError, refetch } = useQuery(prizeJudgingQuery);
  const [chosen, setChosen] = useState<string>();
  const project = data?.projects.find(({ _id }) => _id === chosen);
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h1 tabIndex={-1} className="wrap-anywhere">
            {data?.prize.label ?? 'Your prize'}
          </h1>
          <p className="mt-1 text-muted">
            {judge.name}
            {data && `, ${data.prize.judgedBy}`}
          </p>
        </div>
        <LogOutButton judge={judge} className="-mx-3 px-3" />
      </div>
      {paused && <PausedNote />}
      {!data &&
        (isError ? (
          <ErrorBox message="The projects could not be loaded." onRetry={refetch} />
        ) : (
          <Skeleton text="Loading projects…" />
        ))}
      {data && project && (
        <PrizeScoreForm
          key={project._id}
          username={judge.username}
          project={project}
          waiting={findWaiting(queue, project)}
          rubric={data.prize.rubric}
          onDone={() => setChosen(undefined)}
        />
      )}
      {data && !project && (
        <ProjectChoice
          projects={data.projects}
          queue={queue}
          next={data.next}
          onChoose={({ _id }) => setChosen(_id)}
        />
      )}
    </div>
  );
}

/** Returns the latest score of a project that waits on this device. */
const findWaiting = (queue: QueuedPrizeScore[], { _id }: EnteredProject) =>
  queue.findLast(({ payload }) => payload.body.project === _id);

interface ProjectChoiceProps {
  projects: EnteredProject[];
  queue: QueuedPrizeScore[];
  next: string | null;
  onChoose: (project: EnteredProject) => void;
}

const toPlace = ({ teamNumber }: EnteredProject) =>
  teamNumber === null ? 'No table' : `Table ${teamNumber}`;

function ProjectChoice({ projects, queue, next, onChoose }: ProjectChoiceProps) {
  const [term, setTerm] = useState('');
  const words = term.trim().toLowerCase();
  const shown = projects.filter(
    ({ teamNumber, title, team }) =>
      String(teamNumber) === words || `${title} ${team}`.toLowerCase().includes(words),
  );
  const isDone = (project: EnteredProject) =>
    project.mine !== null || findWaiting(queue, project) !== undefined;
  // Without a network the server's suggestion may be scored already.
  const open = projects.filter((project) => !isDone(project));
  const suggested = open.find(({ _id }) => _id === next) ?? open[0];
  const done = projects.length - open.length;
  return (
    <>
      {suggested ? (
        <section
          aria-label="Next project"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border-2 border-edge bg-surface p-4"
        >
          <p className="min-w-0">
            <span className="block font-display text-lg font-bold wrap-anywhere">
              Next: {toPlace(suggested).toLowerCase()}
            </span>
            <span className="block text-sm wrap-anywhere text-muted">
              {suggested.title} · {done} of {projects.length} done
            </span>
          </p>
          <Button variant="secondary" onClick={() => onChoose(suggested)}>
            Start
          </Button>
        </section>
      ) : (
        projects.length > 0 && (
          <p role="status" className="rounded-md bg-surface-2 px-4 py-3">
            You have scored all {projects.length} projects. Thank you!
          </p>
        )
      )}
      <Card title="Projects entered for this prize">
        <div className="grid gap-2">
          <Input
            type="search"
            aria-label="Search projects"
            placeholder="Table number, title or team"
            value={term}
            onChange={({ target }) => setTerm(target.value)}
          />
          {shown.length === 0 && (
            <EmptyState
              text={projects.length === 0 ? 'Nobody has entered for this prize yet.' : 'No projects match.'}
            />
          )}
          <ul className="divide-y divide-hairline">
            {shown.map((project) => (
              <ProjectRow
                key={project._id}
                project={project}
                waiting={findWaiting(queue, project)}
                onChoose={() => onChoose(project)}
              />
            ))}
          </ul>
        </div>
      </Card>
    </>
  );
}

interface ProjectRowProps {
  project: EnteredProject;
  waiting: QueuedPrizeScore | undefined;
  onChoose: () => void;
}

function ProjectRow({ project, waiting, onChoose }: ProjectRowProps) {
  const total = waiting?.payload.total ?? project.mine?.weighted_total;
  const action = total === undefined ? 'Score' : 'Score again';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-32 gap-1">
        <strong className="wrap-anywhere">{project.title}</strong>
        <span className="text-sm text-muted wrap-anywhere">
          {[toPlace(project), project.team].filter(Boolean).join(' · ')}
        </span>
        {waiting && <WaitingLine score={waiting} onDiscard={() => void deleteQueued(waiting.id)} />}
      </div>
      {total !== undefined && <Badge tone="approved">{total.toFixed(1)}</Badge>}
      <Button variant="secondary" aria-label={`${action}: ${project.title}`} onClick={onChoose}>
        {action}
      </Button>
    </li>
  );
}
