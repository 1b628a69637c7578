import { Check, CircleDashed, CircleHelp, X } from 'lucide-react';
import type { Evidence } from '../../../../contract/apply/search.ts';

const states = {
  met: { Icon: Check, color: 'text-success' },
  partial: { Icon: CircleDashed, color: 'text-warning' },
  'not found': { Icon: CircleHelp, color: 'text-muted' },
  contradicted: { Icon: X, color: 'text-danger' },
} as const;

/** Each condition of the query: whether the application meets it, with a quote. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className="grid gap-3">
      {evidence.map(({ constraint, state, quote, source, wish }) => {
        const { Icon, color } = states[state];
        return (
          <li key={constraint} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <Icon size={20} className={`mt-0.5 ${color}`} />
            <div>
              <p>
                <strong>{constraint}</strong> <span className={`text-sm ${color}`}>{state}</span>
                {wish && <span className="text-sm text-muted"> · planned, not done</span>}
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
