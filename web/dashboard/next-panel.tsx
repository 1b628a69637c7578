import { type ReactNode, useId } from 'react';

/** What opens a phase: a heading, what it means, and one large action. */
export function NextPanel({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border-2 border-edge bg-surface p-5 shadow-press sm:p-6"
    >
      <h2 id={id} className="text-2xl wrap-anywhere">
        {title}
      </h2>
      {children}
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </section>
  );
}
