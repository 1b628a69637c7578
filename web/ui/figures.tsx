import type { ReactNode } from 'react';

/** A few numbers that matter, side by side, each with what it counts. */
export function Figures({ figures }: { figures: readonly (readonly [label: string, figure: ReactNode])[] }) {
  return (
    <dl className="grid auto-cols-fr grid-flow-col gap-2 sm:gap-3">
      {figures.map(([label, figure]) => (
        <div key={label} className="rounded-lg border border-hairline bg-surface p-3 sm:p-5">
          <dt className="text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="tabular font-mono text-xl sm:text-2xl">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
