import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { Collapsible } from './collapsible.tsx';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Shown below the title, and the whole of the card when nothing follows. */
  note?: ReactNode;
  /** Shown to the right of both. */
  aside?: ReactNode;
  /** The title is a line that opens; with `auto` it is closed on phones and open where there is room. */
  folds?: 'auto' | 'open' | 'closed';
}

export function Card({ title, note, aside, folds, className, children, ...rest }: CardProps) {
  const id = useId();
  const heading = (
    <h2 id={id} className="text-xl">
      {title}
    </h2>
  );
  return (
    <section
      className={joinClasses(
        'rounded-lg border border-hairline bg-surface px-5 sm:px-6',
        folds ? 'sm:py-2' : 'py-3 sm:py-5',
        className,
      )}
      aria-labelledby={title ? id : undefined}
      {...rest}
    >
      {folds ? (
        <Collapsible line={heading} open={folds === 'auto' ? undefined : folds === 'open'}>
          {children}
        </Collapsible>
      ) : (
        <>
          {title && (
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              {note ? (
                <div className="min-w-0 flex-1">
                  {heading}
                  <p className="text-sm text-muted">{note}</p>
                </div>
              ) : (
                heading
              )}
              {aside}
            </div>
          )}
          {title && children ? <div className="mt-2 sm:mt-4">{children}</div> : children}
        </>
      )}
    </section>
  );
}
