import type { GuardianState } from '../../contract/apply/guardians.ts';

/** Says that somebody's guardian has not agreed, and leads to the card with what they can do. */
export default function GuardianNote({ guardian }: { guardian: GuardianState }) {
  return (
    <p className="basis-full rounded-lg bg-pending-bg px-5 py-3 font-semibold text-pending">
      Your parent or guardian {guardian.declinedAt ? 'said no' : 'has not said yes yet'}. Without their yes
      you cannot take part.{' '}
      <a href="#guardian" className="underline underline-offset-4">
        What you can do
      </a>
    </p>
  );
}
