import type { ScannedParticipant } from './scan-flow.ts';

/** What a station shows of a person because the event asks it, and that a guardian's yes is missing. */
export default function PersonExtras({ candidate }: { candidate: ScannedParticipant }) {
  const { answers = [], guardianMissing } = candidate;
  return (
    <>
      {answers.length > 0 && (
        <dl className="grid gap-2">
          {answers.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {guardianMissing && (
        <p role="alert" className="font-semibold text-danger">
          Their parent or guardian has not said yes.
        </p>
      )}
    </>
  );
}
