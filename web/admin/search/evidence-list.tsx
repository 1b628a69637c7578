import { Check, CircleDashed, CircleHelp, X } from 'lucide-react';
import type { Evidence } from '../../../contract/search.ts';

const states = {
  met: { Icon: Check, colour: 'text-success' },
  partial: { Icon: CircleDashed, colour: 'text-warning' },
  'not found': { Icon: CircleHelp, colour: 'text-muted' },
  contradicted: { Icon: X, colour: 'text-danger' },
} as const;

/** For each thing that was asked for: whether the application shows it, in its own words. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className="grid gap-3">
      {evidence.map(({ constraint, state, quote, source, wish }) => {
        const { Icon, colour } = states[state];
        return (
          <li key={constraint} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <Icon size={20} aria-hidden="true" className={`mt-0.5 ${colour}`} />
            <div>
              <p>
                <strong>{constraint}</strong> <span className={`text-sm ${colour}`}>{state}</span>
                {wish && <span className="text-sm text-muted"> · a wish, not yet done</span>}
              </p>
              {quote && (
                <p className="text-sm break-words text-muted">
                  <q>{quote}</q> {source && <span>({source})</span>}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
