import { useEffect, useState } from 'react';
import { formatWait } from '../../../contract/event/program.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import type { MyProject } from '../../../contract/projects/projects.ts';
import { useNow } from '../../lib/use-now.ts';

const minute = 60_000;

/** Whether the deadline has passed and organizers accept this project late. */
export function isLateAccepted({ can, now, deadline }: Pick<MyProject, 'can' | 'now' | 'deadline'>): boolean {
  return can.edit && Date.parse(now) > Date.parse(deadline);
}

/** Whether a draft can no longer be submitted. */
export const isMissed = ({ can, submittedAt, version }: MyProject): boolean =>
  !can.edit && submittedAt === null && version > 0;

/** `4 min 9 s` within the last hour, `3 h 12 min` before. */
function formatLeft(left: number): string {
  if (left >= 60 * minute) return formatWait(left);
  return `${Math.floor(left / minute)} min ${Math.floor((left % minute) / 1000)} s`;
}

/** Returns the milliseconds until the deadline by the server's clock, whatever the device's says; once a second anew. */
function useTimeLeft({ deadline, now }: Pick<MyProject, 'deadline' | 'now'>): number {
  const [ahead, setAhead] = useState(0);
  useEffect(() => setAhead(Date.parse(now) - Date.now()), [now]);
  return Date.parse(deadline) - useNow(1000) - ahead;
}

interface DeadlineProps {
  event: EventView;
  project: MyProject;
  /** Says what the time is for, where no heading does. */
  isNamed?: boolean;
}

export function Deadline({ event, project, isNamed }: DeadlineProps) {
  const { deadline } = project;
  const purpose = isNamed ? `${project.submittedAt ? 'Edit' : 'Submit'} your project: ` : '';
  const left = useTimeLeft(project);
  return (
    <p role="timer" aria-live="off" className="tabular text-sm">
      {left > 0
        ? `${purpose}${formatLeft(left)} left, until ${formatDateTime(deadline, event)}`
        : `The ${isNamed ? 'project ' : ''}deadline was ${formatDateTime(deadline, event)}${isLateAccepted(project) ? '. Late projects are accepted.' : ''}`}
    </p>
  );
}

/** `18 h 5 min left`, for a bar; nothing after the deadline. */
export function TimeLeft({ project }: { project: MyProject }) {
  const left = useTimeLeft(project);
  if (left <= 0) return null;
  return <span className="tabular whitespace-nowrap">{formatLeft(left)} left</span>;
}
