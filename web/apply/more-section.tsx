import { useFormContext } from 'react-hook-form';
import { parseFormAnswers } from '../../contract/apply/application-form.ts';
import type { EventView } from '../../contract/event/site.ts';
import { AgreementFields } from './agreement-fields.tsx';
import { type FormValues, toFields } from './form-values.ts';
import { QuestionFields } from './question-field.tsx';

/** What the event asks beyond the specification's fields. */
export default function MoreSection({ event }: { event: EventView }) {
  const { watch } = useFormContext<FormValues>();
  const { asked, needsGuardian } = parseFormAnswers(toFields(watch()), event);
  return (
    <>
      <QuestionFields asked={asked} locale={event.locale} needsGuardian={needsGuardian} />
      <AgreementFields agreements={event.agreements ?? []} />
    </>
  );
}
