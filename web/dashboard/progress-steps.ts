import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatDay, formatTime } from '../../contract/platform/format.ts';

export interface ProgressStep {
  name: string;
  /** When it was, or is expected. */
  when: string;
  state: 'done' | 'next' | 'ahead' | 'never';
}

type Stages = Pick<Application, 'status' | 'createdAt' | 'reviewedAt' | 'checkedInAt'>;

/** Lists the steps of an application from being sent to the weekend itself. */
export function listProgressSteps(
  application: Stages,
  event: Pick<EventView, 'locale' | 'timezone' | 'dates'> | undefined,
  now: Date,
): ProgressStep[] {
  const { status, createdAt, reviewedAt, checkedInAt } = application;
  const day = (moment: string) => formatDay(moment, event);
  const decided = status !== 'pending';
  const refused = status === 'rejected';
  const over = event !== undefined && now > new Date(`${event.dates.end}T23:59:59Z`);
  return [
    { name: 'Applied', when: day(createdAt), state: 'done' },
    {
      name: 'Reviewed',
      when: reviewedAt ? day(reviewedAt) : 'soon',
      state: decided ? 'done' : 'next',
    },
    {
      name: 'Checked in',
      when: checkedInAt ? formatTime(checkedInAt, event) : refused ? '' : 'at check-in',
      state: checkedInAt ? 'done' : refused ? 'never' : decided ? 'next' : 'ahead',
    },
    {
      name: 'Hacking',
      when: refused || !event ? '' : formatDay(event.dates.start, { ...event, timezone: 'UTC' }),
      state: checkedInAt ? (over ? 'done' : 'next') : refused ? 'never' : 'ahead',
    },
  ];
}

/** Returns the filled share of the rail, 0 to 1: up to the last finished step and halfway to the next. */
export function computeProgressShare(steps: readonly ProgressStep[]): number {
  const done = steps.filter(({ state }) => state === 'done').length - 1;
  const onTheWay = steps.some(({ state }) => state === 'next');
  return Math.min(1, (done + (onTheWay ? 0.5 : 0)) / (steps.length - 1));
}
