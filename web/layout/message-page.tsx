import type { ReactNode } from 'react';

/** A page that only says something, such as why another one is not shown. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center justify-items-start gap-4"
    >
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {children}
    </div>
  );
}
