import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  level?: 2 | 3;
}

/** A framed region with a heading that names it. */
export function Card({ title, aside, level = 2, className, children, ...rest }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      className={joinClasses('rounded-lg border border-hairline bg-surface p-5 sm:p-6', className)}
      aria-labelledby={title ? id : undefined}
      {...rest}
    >
      {title && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Heading id={id} className={level === 2 ? 'text-xl' : 'text-lg'}>
            {title}
          </Heading>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
