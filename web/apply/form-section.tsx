import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { type Step, stepHeadingId } from './steps.ts';

interface FormSectionProps {
  id: Step['id'];
  number: number;
  title: string;
  lede: string;
  /** Another step is open on this phone; what was entered here stays in the form. */
  hidden: boolean;
  children: ReactNode;
}

/** One part of the form under its heading. */
export function FormSection({ id, number, title, lede, hidden, children }: FormSectionProps) {
  return (
    <section
      aria-labelledby={stepHeadingId(id)}
      hidden={hidden}
      className={joinClasses(
        'grid gap-8 md:border-t-2 md:border-edge md:pt-6',
        !hidden && 'max-md:animate-enter',
      )}
    >
      <header>
        <h2 id={stepHeadingId(id)} tabIndex={-1} className="flex items-baseline gap-3 text-2xl outline-none">
          <span
            aria-hidden="true"
            className="font-mono text-sm font-normal tracking-normal text-accent-text max-md:hidden"
          >
            {number}
          </span>
          {title}
        </h2>
        <p className="mt-1 text-muted">{lede}</p>
      </header>
      {children}
    </section>
  );
}
