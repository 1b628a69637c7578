import { Check } from 'lucide-react';
import { joinClasses } from '../lib/classes.ts';

interface StepListProps {
  label: string;
  steps: readonly { id: string; label: string; done?: boolean }[];
  current: string;
}

/** The parts of a long form as links to their headings, with the one in sight marked and finished ones ticked. */
export function StepList({ label, steps, current }: StepListProps) {
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
