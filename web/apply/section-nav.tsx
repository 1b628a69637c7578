import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { useVisibleSection } from '../lib/section-in-sight.ts';
import { Print } from '../ui/print.tsx';
import { StepList } from '../ui/step-list.tsx';
import { TickRail } from '../ui/tick-rail.tsx';
import { computeProgress, type FieldName, type FormValues, listFormProblems } from './form-values.ts';
import { type Step, stepHeadingId } from './steps.ts';

function useProgress(event: EventView) {
  const values = useFormContext<FormValues>().watch();
  const open = new Set<FieldName>(listFormProblems(values, event).map(({ field }) => field));
  return {
    part: computeProgress(values, event),
    isDone: (fields: readonly FieldName[]) => fields.every((field) => !open.has(field)),
  };
}

/** The parts of the form beside it, with what is done. */
export function SectionNav({ event, steps }: { event: EventView; steps: readonly Step[] }) {
  const { part, isDone } = useProgress(event);
  const headings = useMemo(() => steps.map(({ id }) => stepHeadingId(id)) as [string, ...string[]], [steps]);
  const current = useVisibleSection(headings);
  return (
    <div className="sticky top-24 grid gap-5 self-start">
      <TickRail part={part} />
      <StepList
        label="Parts of the form"
        steps={steps.map(({ id, title, fields }) => ({
          id: stepHeadingId(id),
          label: title,
          done: isDone(fields),
        }))}
        current={current}
      />
      <Print scene="build" className="mt-6" />
    </div>
  );
}

/** The same for a phone: which of the steps this is. */
export function StepBar({ event, current, of }: { event: EventView; current: number; of: number }) {
  const { part } = useProgress(event);
  return (
    <div>
      <TickRail part={part} />
      <p className="mt-2 font-mono text-xs text-muted">
        Step {current + 1} of {of}
      </p>
    </div>
  );
}
