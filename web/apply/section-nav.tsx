import Check from 'lucide:check';
import { useEffect, useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { joinClasses } from '../lib/classes.ts';
import { Print } from '../ui/print.tsx';
import { type FieldName, type FormValues, listFormProblems } from './form-values.ts';
import { type Step, stepHeadingId } from './steps.ts';

function useProgress(event: EventView, steps: readonly Step[]) {
  const values = useFormContext<FormValues>().watch();
  const open = new Set<FieldName>(listFormProblems(values, event).map(({ field }) => field));
  const isDone = ({ fields }: Step) => fields.every((field) => !open.has(field));
  return { isDone, done: steps.filter(isDone).length };
}

/** The parts of the form beside it, with what is done. */
export function SectionNav({ event, steps }: { event: EventView; steps: readonly Step[] }) {
  const { isDone, done } = useProgress(event, steps);
  const headings = useMemo(() => steps.map(({ id }) => stepHeadingId(id)) as [string, ...string[]], [steps]);
  const current = useVisibleSection(headings);
  return (
    <div className="sticky top-24 grid gap-5 self-start">
      <TickRail part={done / steps.length} />
      <StepList
        label="Parts of the form"
        steps={steps.map((step) => ({
          id: stepHeadingId(step.id),
          label: step.title,
          done: isDone(step),
        }))}
        current={current}
      />
      <Print scene="build" className="mt-6" />
    </div>
  );
}

interface StepBarProps {
  event: EventView;
  steps: readonly Step[];
  current: number;
}

/** The same for a phone: which of the steps this is, and how many are done. */
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
function useVisibleSection<Id extends string>(headingIds: readonly [Id, ...Id[]]): Id {
  const [current, setCurrent] = useState<Id>(headingIds[0]);
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
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [headingIds]);
  return current;
}

interface StepListProps {
  label: string;
  steps: readonly { id: string; label: string; done?: boolean }[];
  current: string;
}

/** The parts of a long form as links to their headings, with the one in sight marked and finished ones ticked. */
function StepList({ label, steps, current }: StepListProps) {
  return (
    <nav aria-label={label}>
      <ol className="grid gap-1">
        {steps.map(({ id, label: name, done }, position) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'step' : undefined}
              className={joinClasses(
                'flex min-h-11 items-center gap-3 border-l-4 pl-4',
                id === current
                  ? 'border-primary font-semibold'
                  : 'border-hairline text-muted hover:border-border',
              )}
            >
              <span className="tabular font-mono text-sm" aria-hidden="true">
                {done ? <Check size={16} strokeWidth={3} /> : position + 1}
              </span>
              {name}
              {done && <span className="sr-only">, done</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** One tick per hour of the event. */
const hours = 34;

interface TickRailProps {
  /** How far along, 0 to 1: so many ticks are inked. */
  part: number;
  /** Places of the taller tangerine ticks, 0 to 1. */
  marks?: readonly number[];
}

/** A progress rail of ticks. Decorative: the same is shown in words beside it. */
function TickRail({ part, marks = [] }: TickRailProps) {
  const inked = Math.round(part * hours);
  const tall = new Set(marks.map((mark) => Math.round(mark * (hours - 1))));
  return (
    <div aria-hidden="true" className="flex h-6 items-end justify-between">
      {Array.from({ length: hours }, (_, hour) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never change places.
          key={hour}
          className={joinClasses(
            'w-[3px] rounded-sm transition-colors duration-200',
            tall.has(hour) ? 'h-6' : 'h-3.5',
            hour < inked ? (tall.has(hour) ? 'bg-accent' : 'bg-primary') : 'bg-hairline',
          )}
        />
      ))}
    </div>
  );
}
