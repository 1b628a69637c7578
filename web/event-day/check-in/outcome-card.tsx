import { formatTime } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { ResultCard } from '../../ui/result-card.tsx';
import type { ScanOutcome } from './scan-flow.ts';

/** The outcome of a scan or a confirmation; it disappears after 5 s. */
export function OutcomeCard({
  outcome,
  nextLabel,
  onNext,
}: {
  outcome: ScanOutcome;
  nextLabel: string;
  onNext: () => void;
}) {
  const event = useEvent();
  const { result, title, name, at, handOut, next } = outcome;
  return (
    <ResultCard
      result={result}
      title={title}
      name={name}
      band={result === 'priority' && texts.dashboard.priorityBanner}
      actions={
        <Button variant="secondary" onClick={onNext}>
          {nextLabel}
        </Button>
      }
    >
      {handOut && <p className="text-xl font-semibold">{handOut}</p>}
      {next && <p className="font-semibold">{next}</p>}
      {at && <p className="tabular">{formatTime(at, event)}</p>}
    </ResultCard>
  );
}
