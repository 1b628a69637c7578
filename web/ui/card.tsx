import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Shown to the right of the title. */
  aside?: ReactNode;
}

/** A framed region with a heading that names it. */
export function Card({ title, aside, className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section
      className={joinClasses('rounded-lg border border-hairline bg-surface p-5 sm:p-6', className)}
      aria-labelledby={title ? id : undefined}
      {...rest}
    >
      {title && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
