import type { ReactNode } from 'react';

export function Figures({ figures }: { figures: readonly (readonly [label: string, figure: ReactNode])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {figures.map(([label, figure]) => (
        <div key={label} className="flex items-baseline gap-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="tabular font-mono text-lg">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
