import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { feedbackLimits } from '../../contract/after/after-event-limits.ts';
import type { MyFeedback } from '../../contract/after/feedback.ts';
import { getOwnValue } from '../../contract/platform/own-value.ts';
import { useIsUnsaved, useUnsaved } from '../lib/use-unsaved.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Form, Textarea } from '../ui/field.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { myFeedbackQuery, useSubmitFeedback } from './dashboard.api.ts';

const scale = Array.from({ length: feedbackLimits.maxRating }, (_, at) => {
  const value = String(at + 1);
  return { value, label: value };
});

/** The anonymous form about the event, for who was there; nothing while it is closed. */
export default function FeedbackCard() {
  const { data } = useQuery(myFeedbackQuery);
  const [isOpen, setOpen] = useState(useIsUnsaved('feedback'));
  const thanks = useRef<HTMLParagraphElement>(null);
  const isGiven = data?.refusal === 'feedback_given';
  // The long form has disappeared, so the page has to scroll to the thanks.
  useEffect(() => {
    if (isOpen && isGiven) thanks.current?.scrollIntoView({ block: 'center' });
  }, [isOpen, isGiven]);
  if (!data || data.refusal === 'feedback_closed' || data.refusal === 'feedback_not_there') return null;
  return (
    <Card title="How was it?">
      {isGiven ? (
        <p ref={thanks} role="status">
          Thank you for your feedback.
        </p>
      ) : isOpen ? (
        <FeedbackForm questions={data.questions} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>
            Tell the organizers, anonymously: they read what you write, but your answers are stored without
            your name.
          </p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Give feedback
          </Button>
        </div>
      )}
    </Card>
  );
}

function FeedbackForm({ questions }: Pick<MyFeedback, 'questions'>) {
  const [values, setValues, forget] = useUnsaved<Record<string, string>>('feedback', {});
  const submit = useSubmitFeedback();
  const change = (key: string, value: string) => setValues({ ...values, [key]: value });
  const isTooLong = Object.values(values).some((value) => Array.from(value).length > feedbackLimits.text);
  const isEmpty = Object.values(values).every((value) => !value.trim());
  const why = useId();
  const send = () => {
    forget();
    submit.mutate(
      Object.fromEntries(
        questions.flatMap(({ key, type }): [string, string | number][] => {
          const value = getOwnValue(values, key) ?? '';
          if (!value.trim()) return [];
          return [[key, type === 'rating' ? Number(value) : value]];
        }),
      ),
    );
  };
  return (
    <Form className="grid gap-5" onSubmit={send}>
      <p className="text-muted">
        1 is bad, 5 is great; leave out what you like. You can send it once; it can’t be changed afterwards.
      </p>
      {questions.map(({ key, label, type }) =>
        type === 'rating' ? (
          <RadioChips
            key={key}
            legend={label}
            options={scale}
            value={getOwnValue(values, key) ?? null}
            onValueChange={(value) => change(key, value)}
          />
        ) : (
          <Field key={key} label={label}>
            <Textarea
              limit={feedbackLimits.text}
              value={getOwnValue(values, key) ?? ''}
              onValueChange={(value) => change(key, value)}
            />
          </Field>
        ),
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          busy={submit.isPending}
          disabled={isTooLong || isEmpty}
          aria-describedby={isEmpty ? why : undefined}
        >
          Send feedback
        </Button>
        {isEmpty && (
          <span id={why} className="text-sm text-muted">
            Answer one question first.
          </span>
        )}
      </div>
    </Form>
  );
}
