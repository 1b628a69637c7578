import type { EventView } from '../../contract/site.ts';
import { AgreementFields } from './agreement-fields.tsx';

/** What the event asks beyond the specification's fields. */
export default function MoreSection({ event }: { event: EventView }) {
  return <AgreementFields agreements={event.agreements ?? []} />;
}
