import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { FormQuestion } from '../../contract/apply/form-questions.ts';
import type { EventView } from '../../contract/event/site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { sections } from './apply-form.tsx';
import { emptyForm, type FormValues } from './form-values.ts';
import { listSteps } from './steps.ts';

const labels: Record<string, string> = {
  ...fieldLabels,
  resume: 'Resume',
  pitchDeck: 'Pitch deck, on a track that asks for one',
};

/** What every form asks before the event's own questions, and the whole form as applicants see it. */
export default function FormPreview({ event: site, values }: { event: EventView; values: object }) {
  const form = useForm<FormValues>({ defaultValues: emptyForm });
  const [isOpen, setOpen] = useState(false);
  const typed = { ...site, ...values } as EventView;
  const isWhole = ({ id, label }: Partial<FormQuestion>) => Boolean(id && label);
  const event = { ...typed, questions: typed.questions?.filter(isWhole) };
  const steps = listSteps(event);
  return (
    <section aria-labelledby="built-in" className="grid gap-3">
      <h3 id="built-in" className="text-lg font-semibold">
        Asked of everybody
      </h3>
      <dl className="divide-y divide-hairline rounded-md border border-hairline">
        {steps
          .filter(({ id }) => id !== 'more')
          .map(({ id, title, fields }) => (
            <div key={id} className="grid gap-x-3 px-3 py-2 sm:grid-cols-[8rem_1fr]">
              <dt className="text-muted">{title}</dt>
              <dd>{fields.flatMap((field) => labels[field] ?? []).join(', ')}</dd>
            </div>
          ))}
      </dl>
      <p className="text-sm text-muted">Your own questions come after these.</p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Preview the form
        </Button>
      </div>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="The form as applicants see it"
        description="Try it out: nothing is sent."
      >
        <FormProvider {...form}>
          <div className="grid gap-10">
            {steps.map(({ id, title }) => {
              const { lede, Content } = sections[id];
              return (
                <section key={id} aria-label={title} className="grid gap-6">
                  <header>
                    <h3 className="text-xl">{title}</h3>
                    <p className="text-muted">{lede}</p>
                  </header>
                  <Content event={event} />
                </section>
              );
            })}
          </div>
        </FormProvider>
      </Dialog>
    </section>
  );
}
