import { type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';

export function NextPanel({
  title,
  aside,
  action,
  isLine = false,
  children,
}: {
  title: string;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  action?: ReactNode;
  /** It is done: what it means and the action are one line. */
  isLine?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={joinClasses(
        'rounded-lg bg-surface px-5 sm:px-6',
        isLine
          ? 'flex flex-wrap items-center gap-x-2 border border-hairline'
          : 'grid grid-cols-1 gap-2 border-2 border-edge py-3 shadow-press sm:py-5',
      )}
    >
      <div
        className={joinClasses('flex flex-wrap items-center justify-between gap-x-4', isLine && 'sr-only')}
      >
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
      {action && <div className={isLine ? 'contents' : 'mt-2 flex flex-wrap gap-3'}>{action}</div>}
    </section>
  );
}
