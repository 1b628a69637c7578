import { useState } from 'react';
import { listQuestions } from '../../contract/apply/form-questions.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { AnswerText } from '../ui/answer-text.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Bar, Skeleton } from '../ui/page-states.tsx';
import type { ApplicantProps } from './applicant-props.ts';

const AnswersForm = lazyPart(
  () => import('./answers-form.tsx'),
  <Skeleton text="Loading your answers...">
    <Bar className="h-96" />
  </Skeleton>,
);

/** What the applicant answered beyond the specification's form, and, until they are checked in, the form that changes it. */
export function AnswersCard({ user, event, application }: ApplicantProps) {
  const [changing, setChanging] = useState(false);
  const { answers = [], editableAnswers, track } = application;
  const asked = listQuestions(event.questions ?? [], track, editableAnswers ?? {});
  const open = asked.filter(({ id, required }) => required && !answers.some((answer) => answer.id === id));
  const canChange = editableAnswers !== undefined && asked.length > 0;
  if (answers.length === 0 && !canChange) return null;
  if (changing && canChange)
    return (
      <Card title="Your answers">
        <AnswersForm {...{ user, event, application, editableAnswers }} onDone={() => setChanging(false)} />
      </Card>
    );
  return (
    <Card
      title="Your answers"
      aside={
        canChange && (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Change answers
          </Button>
        )
      }
    >
      {canChange && open.length > 0 && (
        <p className="mb-5 font-semibold wrap-anywhere">
          Still to answer: {open.map(({ label }) => label).join(', ')}
        </p>
      )}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {answers.map((answer) => (
          <Fact key={answer.id} label={answer.label} className="whitespace-pre-line">
            <AnswerText answer={answer} />
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
