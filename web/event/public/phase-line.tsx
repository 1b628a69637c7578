import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { type EventPhase, type EventTimes, getEventTimes } from '../../../contract/event/phases.ts';
import { listSlots } from '../../../contract/event/program.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';

function listLines(event: Event, times: EventTimes): Record<EventPhase, ReactNode> {
  const starts = `It starts ${formatDateTime(times.startsAt, event)}.`;
  return {
    open: `Register until ${formatDateTime(times.closesAt, event)}.`,
    late: `Late applications are still accepted. ${starts}`,
    closed: `${texts.apply.closed}. ${starts}`,
    live: (
      <>
        {`It is happening now, until ${formatDateTime(times.endsAt, event)}.`}{' '}
        <a href={paths.schedule} className="underline underline-offset-4">
          See what is on
        </a>
      </>
    ),
    over: `${event.name} is over. Thank you to everybody who came.`,
  };
}

/** Where the event stands, in one line; the page's phase shows the one that is true. It leads once the event has begun. */
export function PhaseLine({ event }: { event: Event }) {
  return Object.entries(listLines(event, getEventTimes({ ...event, program: listSlots(event) }))).map(
    ([phase, line]) => (
      <p
        key={phase}
        data-when={phase}
        className={
          phase === 'open'
            ? 'mt-6 font-semibold md:hidden'
            : phase === 'live' || phase === 'over'
              ? 'mt-6 text-xl font-semibold'
              : 'mt-6 font-semibold'
        }
      >
        {line}
      </p>
    ),
  );
}
