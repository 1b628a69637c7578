import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import type { EventView } from '../../contract/event/site.ts';
import { useVisibleSection } from '../lib/section-in-sight.ts';
import { Print } from '../ui/print.tsx';
import { StepList } from '../ui/step-list.tsx';
import { TickRail } from '../ui/tick-rail.tsx';
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
