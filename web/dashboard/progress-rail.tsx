import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { joinClasses } from '../lib/classes.ts';
import { TickRail } from '../ui/tick-rail.tsx';
import { computeProgressShare, listProgressSteps, type ProgressStep } from './progress-steps.ts';

const stateClasses: Record<ProgressStep['state'], string> = {
  done: 'font-semibold',
  next: 'font-semibold text-accent-text',
  ahead: 'text-muted',
  never: 'text-muted line-through',
};
const words: Record<ProgressStep['state'], string> = {
  done: 'done',
  next: 'next',
  ahead: 'later',
  never: 'not this time',
};

/** The way of the application on the rail of the thirty-four hours. */
export function ProgressRail({
  application,
  event,
}: {
  application: Application;
  event: EventView | undefined;
}) {
  const stations = listProgressSteps(application, event, new Date());
  return (
    <div className="mt-2">
      <TickRail part={computeProgressShare(stations)} marks={[0, 1 / 3, 2 / 3, 1]} />
      {/* Columns of one, two, two and one sixths put the middle ones right under their marks. */}
      <ol
        aria-label="The way of your application"
        className="mt-2 grid grid-cols-[1fr_2fr_2fr_1fr] text-sm whitespace-nowrap max-[359px]:text-xs"
      >
        {stations.map(({ name, when, state }, place) => (
          <li
            key={name}
            aria-current={state === 'next' ? 'step' : undefined}
            className={joinClasses(
              place > 0 && (place === stations.length - 1 ? 'justify-self-end text-right' : 'text-center'),
            )}
          >
            <span className={joinClasses('block', stateClasses[state])}>
              {name}
              <span className="sr-only">, {words[state]}</span>
            </span>
            <span className="block text-xs text-muted">{when}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
