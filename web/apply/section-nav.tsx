import Check from 'lucide:check';
import { useEffect, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { joinClasses } from '../lib/classes.ts';
import { listenTo } from '../lib/listen-to.ts';
import { Illustration } from '../ui/illustration.tsx';
import { type FieldName, type FormValues, listFormProblems } from './form-values.ts';
import { type Step, stepHeadingId } from './steps.ts';

function useProgress(event: EventView, steps: readonly Step[]) {
  const values = useFormContext<FormValues>().watch();
  const open = new Set<FieldName>(listFormProblems(values, event).map(({ field }) => field));
  const isDone = ({ fields }: Step) => fields.every((field) => !open.has(field));
  // A choice that was made for the person, such as an inviting team, counts in its turn.
  const firstOpen = steps.findIndex((step) => !isDone(step));
  return { isDone, done: firstOpen < 0 ? steps.length : firstOpen };
}

export function SectionNav({ event, steps }: { event: EventView; steps: readonly Step[] }) {
  const { isDone, done } = useProgress(event, steps);
  const headings = useMemo(() => steps.map(({ id }) => stepHeadingId(id)), [steps]);
  const current = useVisibleSection(headings);
  return (
    <div className="sticky top-24 grid gap-5 self-start">
      <TickRail part={done / steps.length} />
      <nav aria-label="Parts of the form">
        <ol className="grid gap-1">
          {steps.map((step, position) => {
            const isTicked = isDone(step);
            const isInSight = stepHeadingId(step.id) === current;
            return (
              <li key={step.id}>
                <a
                  href={`#${stepHeadingId(step.id)}`}
                  aria-current={isInSight ? 'step' : undefined}
                  className={joinClasses(
                    'flex min-h-11 items-center gap-3 border-l-4 pl-4',
                    isInSight
                      ? 'border-primary font-semibold'
                      : 'border-hairline text-muted hover:border-border',
                  )}
                >
                  <span className="tabular font-mono text-sm" aria-hidden="true">
                    {isTicked ? <Check size={16} strokeWidth={3} /> : position + 1}
                  </span>
                  {step.title}
                  {isTicked && <span className="sr-only">, done</span>}
                </a>
              </li>
            );
          })}
        </ol>
      </nav>
      <Illustration scene="build" className="mt-6" />
    </div>
  );
}

interface StepBarProps {
  event: EventView;
  steps: readonly Step[];
  current: number;
}

export function StepBar({ event, steps, current }: StepBarProps) {
  const { done } = useProgress(event, steps);
  return (
    <div>
      <TickRail part={done / steps.length} />
      <p className="mt-2 font-mono text-xs text-muted">
        Step {current + 1} of {steps.length} · {done} done
      </p>
    </div>
  );
}

/** The id of the heading that was last scrolled past the upper third of the screen; the first one before that. */
function useVisibleSection(headingIds: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(headingIds[0]);
  useEffect(() => {
    const update = () => {
      const line = innerHeight / 3;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const passed = headingIds.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && (atEnd || top < line);
      });
      setCurrent(passed.at(-1) ?? headingIds[0]);
    };
    update();
    return listenTo(window, ['scroll'], update);
  }, [headingIds]);
  return current;
}

/** One tick per hour of the event. */
const hours = 34;

/** A progress rail of ticks, inked as far as `part`, 0 to 1. Decorative: the same is shown in words beside it. */
function TickRail({ part }: { part: number }) {
  const inked = Math.round(part * hours);
  return (
    <div aria-hidden="true" className="flex h-6 items-end justify-between">
      {Array.from({ length: hours }, (_, hour) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never change places.
          key={hour}
          className={joinClasses(
            'h-3.5 w-[3px] rounded-sm transition-colors duration-200',
            hour < inked ? 'bg-primary' : 'bg-hairline',
          )}
        />
      ))}
    </div>
  );
}
