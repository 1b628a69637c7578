import type { ReactNode } from 'react';
import { joinClasses } from '../lib/classes.ts';
import { useTitle } from '../lib/title.ts';
import { Figures } from '../ui/figures.tsx';

interface WorkPageProps {
  title: string;
  /** The name of the browser's tab, when it is another. */
  tab?: string;
  /** What the page is about, in figures. */
  figures?: readonly (readonly [label: string, figure: ReactNode])[] | undefined;
  /** What can be done with all of it. */
  actions?: ReactNode;
  /** A sentence or two for whoever is here for the first time. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page where people work: its head with title, figures and actions in one line, and below it what the page is for. */
export function WorkPage({ title, tab = title, figures, actions, note, className, children }: WorkPageProps) {
  useTitle(tab);
  return (
    <div className={joinClasses('grid grid-cols-1 gap-4', className)}>
      <div className="grid gap-1 print:hidden">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2 max-sm:justify-between">
          <h1 tabIndex={-1}>{title}</h1>
          {figures && <Figures figures={figures} />}
          {actions && <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{actions}</div>}
        </div>
        {note && <p className="max-w-[95ch] text-sm text-muted">{note}</p>}
      </div>
      {children}
    </div>
  );
}
