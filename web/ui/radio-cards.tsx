import Check from 'lucide:check';
import Lock from 'lucide:lock';
import type { ReactNode } from 'react';
import { type Choice, ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

interface CardChoice extends Choice {
  description?: ReactNode;
  /** A line in the event's own voice, such as the prize. */
  note?: ReactNode;
}

const card =
  'group relative grid min-h-24 grid-cols-1 content-start gap-1 rounded-lg border-2 border-border bg-surface p-4 ' +
  'has-checked:border-edge has-checked:shadow-press has-disabled:border-hairline has-disabled:text-muted ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary';

/** A choice of one among a few things that need a sentence each; the whole card is the target. */
export function RadioCards({
  columns = 3,
  ...props
}: ChoiceGroupProps<CardChoice> & { columns?: 1 | 2 | 3 }) {
  const arrangement = {
    1: 'grid grid-cols-1 gap-3',
    2: 'grid grid-cols-1 gap-3 sm:grid-cols-2',
    3: 'grid grid-cols-1 gap-3 md:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]',
  }[columns];
  return (
    <ChoiceGroup
      {...props}
      arrangement={arrangement}
      optionClass={card}
      inputClass="top-4 right-4 size-6"
      labelClass="pr-8 font-display text-lg font-bold tracking-tight"
      describe={({ description, note }) =>
        (description || note) && (
          <>
            {description && <span className="text-sm text-muted">{description}</span>}
            {note && <span className="text-sm font-semibold text-accent-text">{note}</span>}
          </>
        )
      }
      mark={
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-4 right-4 grid size-6 place-items-center rounded-full border-2 border-border group-has-checked:border-transparent group-has-checked:bg-primary group-has-checked:text-on-primary"
        >
          {props.disabled ? (
            <Lock size={13} />
          ) : (
            <Check size={15} strokeWidth={3} className="opacity-0 group-has-checked:opacity-100" />
          )}
        </span>
      }
    />
  );
}
