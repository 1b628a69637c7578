import { useQuery } from '@tanstack/react-query';
import { findSlotsAt, formatWait } from '../../contract/event/program.ts';
import { formatTime } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { useUser } from '../lib/session.api.ts';
import { Deadline, isMissed } from '../projects/project/deadline.tsx';
import { projectQuery } from '../projects/project/project.api.ts';
import { YourTable } from '../projects/project/your-table.tsx';
import { useRequestAnswer } from '../teams/request-answer.ts';
import { LinkButton } from '../ui/button.tsx';
import { AfterPanel } from './after-panel.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { NextPanel } from './next-panel.tsx';

interface HappeningNowProps extends ApplicantProps {
  /** In milliseconds. */
  now: number;
}

/** For somebody at the event: what goes on, where and until when, what comes next, their table and the deadline. */
export function HappeningNow({ event, application, now }: HappeningNowProps) {
  const user = useUser();
  const { tableNumber } = application;
  const { data: project } = useQuery({ ...projectQuery(user), enabled: event.projects !== undefined });
  // The panel below says it to people looking for a team.
  const answer = useRequestAnswer(user.team === null && user.teamPreference === 'solo');
  const { current, next } = findSlotsAt(event.program, now);
  const rows = [
    ...current.map((slot) => ({ slot, when: `Now, until ${formatTime(slot.endsAt, event)}` })),
    ...(next ? [{ slot: next, when: `Next, in ${formatWait(next.startsAt - now)}` }] : []),
  ];
  const hasAwards = project?.awards !== undefined && project.awards.length > 0;
  const areOut = project?.hasResults && !hasAwards;
  const panel = (
    <NextPanel
      title="What is happening"
      aside={
        <a href={paths.schedule} className="link inline-flex min-h-11 items-center gap-1 whitespace-nowrap">
          <span className="sr-only sm:not-sr-only">See the whole</span> schedule
        </a>
      }
      action={
        areOut && (
          <LinkButton document href={paths.results}>
            See the winners
          </LinkButton>
        )
      }
    >
      {tableNumber !== undefined && <YourTable number={tableNumber} />}
      <ul className="grid gap-2 sm:grid-cols-2">
        {rows.map(({ slot, when }) => (
          <li key={slot.id} className="text-sm text-muted">
            <span className="text-accent-text">{when}</span> · {slot.place ?? event.place}
            <strong className="block font-display text-xl tracking-tight text-text wrap-anywhere">
              {slot.title}
            </strong>
          </li>
        ))}
      </ul>
      {areOut && <p className="font-semibold">The results are published.</p>}
      {answer && <p className="wrap-anywhere">{answer}</p>}
      {project && <Deadline event={event} project={project} isNamed />}
      {project && isMissed(project) && (
        <p>
          Your draft was not submitted.{' '}
          <a href={event.links.contact} className="link">
            Write to the organizers
          </a>
        </p>
      )}
    </NextPanel>
  );
  if (!hasAwards) return panel;
  return (
    <>
      <AfterPanel event={event} application={application} isOver={false} />
      {panel}
    </>
  );
}
