import { type ReactNode, useId } from 'react';

export function NextPanel({
  title,
  aside,
  action,
  children,
}: {
  title: string;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-2 rounded-lg border-2 border-edge bg-surface px-5 py-3 shadow-press sm:px-6 sm:py-5"
    >
      <div className="flex items-center justify-between gap-x-4">
        <h2 id={id} className="min-w-0 text-xl wrap-anywhere">
          {title}
        </h2>
        {aside}
      </div>
      {children}
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </section>
  );
}
