import { useEffect } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import {
  type AnswerChange,
  needsGuardian,
  parseAnswerChange,
} from '../../contract/apply/application-form.ts';
import type { Application } from '../../contract/apply/applications.ts';
import {
  type FormQuestion,
  listQuestions,
  parseAnswer,
  parseAnswers,
} from '../../contract/apply/form-questions.ts';
import { getOwnValue } from '../../contract/platform/own-value.ts';
import { emptyForm, type FormAnswer, type FormValues, toResolved } from '../apply/form-values.ts';
import { QuestionFields } from '../apply/question-field.tsx';
import { useUnsaved } from '../lib/use-unsaved.ts';
import { FormEnd } from '../ui/form-end.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { useUpdateMyAnswers } from './dashboard.api.ts';

/** What the form shows of a stored answer; undefined for one that does not fit the present question. */
function toFormAnswer(question: FormQuestion, texts: string[] = []): FormAnswer {
  const { type } = question;
  const value = type === 'several' ? texts : type === 'consent' ? texts.length > 0 : texts[0];
  return 'value' in parseAnswer(question, value) ? value : undefined;
}

const isBlank = (answer: FormAnswer) =>
  answer === undefined || answer === null || answer === false || String(answer) === '';

interface AnswersFormProps extends ApplicantProps {
  editableAnswers: NonNullable<Application['editableAnswers']>;
  onDone: () => void;
}

/** The event's own questions once more; only what was changed is sent. */
export default function AnswersForm({ event, application, editableAnswers, onDone }: AnswersFormProps) {
  const { track, guardian } = application;
  const all = (event.questions ?? []).filter(({ tracks }) => !tracks || tracks.includes(track));
  const update = useUpdateMyAnswers();

  const toChange = ({ answers, guardianEmail }: FormValues): AnswerChange => {
    const changed = all.flatMap((question) => {
      const [before, now] = [
        toFormAnswer(question, getOwnValue(editableAnswers, question.id)),
        getOwnValue(answers, question.id),
      ];
      if (isBlank(before) && isBlank(now)) return [];
      return JSON.stringify(before) === JSON.stringify(now) ? [] : [[question.id, now ?? null]];
    });
    return {
      track,
      answers: Object.fromEntries(changed),
      stored: editableAnswers,
      guardianEmail,
      hasGuardian: guardian !== undefined,
    };
  };
  const resolver: Resolver<FormValues> = (values) => {
    const parsed = parseAnswerChange(toChange(values), event);
    return toResolved(values, 'problems' in parsed ? parsed.problems : []);
  };
  const [typed, setTyped, forget] = useUnsaved<Partial<FormValues>>('answers', {});
  const form = useForm<FormValues>({
    defaultValues: {
      ...emptyForm,
      ...typed,
      answers: Object.fromEntries(
        all.map((question) => [
          question.id,
          typed.answers
            ? getOwnValue(typed.answers, question.id)
            : toFormAnswer(question, getOwnValue(editableAnswers, question.id)),
        ]),
      ),
    },
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { answers, guardianEmail } }) => setTyped({ answers, guardianEmail }),
      }),
    [form, setTyped],
  );
  const entered = form.watch();
  const asked = listQuestions(all, track, entered.answers);
  const changed = parseAnswers(toChange(entered).answers, asked, event).answers;
  const asksGuardian = !guardian && needsGuardian(changed, event);

  const close = () => {
    forget();
    onDone();
  };
  const save = form.handleSubmit((values) => {
    const { answers, guardianEmail } = toChange(values);
    if (Object.keys(answers).length === 0) return close();
    update.mutate(
      { answers: answers as Record<string, FormAnswer & {}>, ...(asksGuardian && { guardianEmail }) },
      { onSuccess: close },
    );
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(submit) => void save(submit)} className="grid gap-6">
        <QuestionFields asked={asked} locale={event.locale} needsGuardian={asksGuardian} />
        <FormEnd action={update} confirmLabel="Save answers" onCancel={close} />
      </form>
    </FormProvider>
  );
}
