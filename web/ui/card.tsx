import ChevronDown from 'lucide:chevron-down';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useMediaQuery } from '../lib/media-query.ts';

/** Returns whether the window is at least 64rem wide, enough for columns. */
export const useWide = () => useMediaQuery('(min-width: 64rem)');

interface CollapsibleProps {
  /** What stands in the line that opens. */
  line: ReactNode;
  /** Without it, it is closed on phones and open where there is room. */
  open?: boolean | undefined;
  /** The classes of what holds the children, such as a grid. */
  contentClass?: string | undefined;
  children: ReactNode;
}

export function Collapsible({ line, open, contentClass, children }: CollapsibleProps) {
  const isWide = useWide();
  return (
    <details open={open ?? isWide}>
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        {line}
        <ChevronDown className="ml-auto shrink-0 text-muted [[open]>summary>&]:rotate-180" />
      </summary>
      <div className={joinClasses('pt-2 pb-3', contentClass)}>{children}</div>
    </details>
  );
}

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Shown below the title, and the whole of the card when nothing follows. */
  note?: ReactNode;
  /** Shown to the right of both. */
  aside?: ReactNode;
  /** The title is a line that opens; with `auto` it is closed on phones and open where there is room. */
  folds?: 'auto' | 'open' | 'closed';
  /** The classes of what holds the children, such as a grid. */
  contentClass?: string;
}

export function Card({ title, note, aside, folds, className, contentClass, children, ...rest }: CardProps) {
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
        <Collapsible
          line={heading}
          open={folds === 'auto' ? undefined : folds === 'open'}
          contentClass={contentClass}
        >
          {children}
        </Collapsible>
      ) : (
        <>
          {title && (
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              {note ? (
                <div className="min-w-0 flex-[1_1_8rem]">
                  {heading}
                  <p className="text-sm text-muted">{note}</p>
                </div>
              ) : (
                heading
              )}
              {aside}
            </div>
          )}
          {title && children ? (
            <div className={joinClasses('mt-2 sm:mt-4', contentClass)}>{children}</div>
          ) : (
            children
          )}
        </>
      )}
    </section>
  );
}
