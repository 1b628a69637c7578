import type { ReactNode } from 'react';

/** One section of the gallery. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-t-2 border-edge pt-5" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
