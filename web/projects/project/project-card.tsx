import type { ParticipantPhase } from '../../../contract/event/participant-step.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { useLive } from '../../lib/live.ts';
import { useUser } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Clamped } from '../../ui/clamped.tsx';
import { Deadline } from './deadline.tsx';
import { projectQuery } from './project.api.ts';
import { YourTable } from './your-table.tsx';

interface ProjectCardProps {
  event: EventView;
  phase: ParticipantPhase | undefined;
  /** Whether a project that nobody has begun is offered. */
  mayStart: boolean;
}

/** The way from the dashboard to one's project: where it stands, and what the card about this moment leaves out. */
export function ProjectCard({ event, phase, mayStart }: ProjectCardProps) {
  const { data: project, refetch } = useLiveQuery(projectQuery(useUser()), 'announcements');
  useLive('team', () => void refetch());
  if (!project || (!mayStart && project.version === 0)) return null;
  const { text, version, submittedAt, can, hasResults, tableNumber } = project;
  return (
    <Card
      title={<Clamped text={text.title || 'Your project'} lines={2} />}
      id="your-project"
      note={
        submittedAt
          ? 'Submitted.'
          : !can.edit && Date.parse(project.now) > Date.parse(project.deadline)
            ? `The deadline has passed${version > 0 ? ', and this draft was not submitted' : ', and no project was entered'}.`
            : version > 0
              ? 'A draft so far: it still has to be submitted.'
              : 'Enter what you build here. The judges will see it.'
      }
      aside={
        <LinkButton href={paths.project} variant="secondary" size="compact">
          <span>
            {can.edit && phase !== 'after'
              ? submittedAt
                ? 'Edit'
                : version > 0
                  ? 'Continue'
                  : 'Start'
              : 'See'}
            <span className="max-sm:sr-only"> your project</span>
          </span>
        </LinkButton>
      }
    >
      {phase !== 'after' && phase !== 'on-site' && (
        <div className="grid justify-items-start gap-3">
          {tableNumber !== undefined && <YourTable number={tableNumber} />}
          <Deadline event={event} project={project} />
          {hasResults && (
            <LinkButton document href={paths.results}>
              See the winners
            </LinkButton>
          )}
        </div>
      )}
    </Card>
  );
}
