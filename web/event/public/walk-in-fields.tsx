import type { ReactNode } from 'react';
import { guardianLabel } from '../../../contract/apply/application-form.ts';
import { dietaryChoices, fieldLabels, tShirtSizes } from '../../../contract/apply/applications.ts';
import { listCountries } from '../../../contract/apply/countries.ts';
import type { FormQuestion } from '../../../contract/apply/form-questions.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { isWalkInQuestion } from '../../../contract/event-day/walk-in-form.ts';
import { limits } from '../../../contract/limits.ts';
import { AgreementLinks } from '../../ui/agreement-links.tsx';
import { ownWordsChoice } from './island/walk-in-form.ts';

const control = 'mt-1 min-h-11 w-full rounded-md border-2 border-border bg-surface px-3';

function Labeled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="block">
      <span className="font-semibold">{label}</span>
      {hint && <span className="block text-sm text-muted">{hint}</span>}
      {children}
    </label>
  );
}

function Choice({ name, choices }: { name: string; choices: { value: string; label: string }[] }) {
  return (
    <select name={name} required defaultValue="" className={control}>
      <option value="" disabled>
        Choose…
      </option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Box({ name, value, required, children }: BoxProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" name={name} value={value} required={required} className="mt-1 size-5 shrink-0" />
      <span className="whitespace-pre-line wrap-anywhere">{children}</span>
    </label>
  );
}
interface BoxProps {
  name: string;
  value: string;
  required?: boolean;
  children: ReactNode;
}

const toChoice = (value: string) => ({ value, label: value });

interface PartProps {
  field: string;
  /** One of which has to be chosen in the field; without them, the part always shows. */
  values: readonly string[] | undefined;
  children: ReactNode;
}

/** A part of the form that shows by what is chosen in a field above it. */
function Part({ field, values, children }: PartProps) {
  if (!values) return children;
  return (
    <fieldset data-field={field} data-values={JSON.stringify(values)} hidden disabled className="grid gap-4">
      {children}
    </fieldset>
  );
}

/** Somebody's own words, where no choice fits. */
const ownWords = { value: ownWordsChoice, label: 'Other…' };

function Question({ question, locale }: { question: FormQuestion; locale: string }) {
  const { id, type, label, help, options = [], min, max, other } = question;
  const own = (
    <Part field={`answers.${id}`} values={[ownWordsChoice]}>
      <Labeled label={`${label}: Other`}>
        <input name={`other.${id}`} required maxLength={limits.answer.line} className={control} />
      </Labeled>
    </Part>
  );
  const named = { label, ...(help && { hint: help }) };
  const input = { name: `answers.${id}`, required: true, className: control };
  if (type === 'consent')
    return (
      <Box name={`consent.${id}`} value="true" required>
        {label}
      </Box>
    );
  if (type === 'several')
    return (
      <fieldset>
        <legend className="font-semibold">{label}</legend>
        {help && <p className="text-sm text-muted">{help}</p>}
        {[...options.map(toChoice), ...(other ? [ownWords] : [])].map(({ value, label: shown }) => (
          <Box key={value} name={`several.${id}`} value={value}>
            {shown}
          </Box>
        ))}
        {other && own}
      </fieldset>
    );
  if (type === 'choice')
    return (
      <>
        <Labeled {...named}>
          <Choice name={input.name} choices={[...options.map(toChoice), ...(other ? [ownWords] : [])]} />
        </Labeled>
        {other && own}
      </>
    );
  return (
    <Labeled {...named}>
      {type === 'country' ? (
        <Choice name={input.name} choices={listCountries(locale)} />
      ) : type === 'long text' ? (
        <textarea {...input} rows={4} className={`${control} py-2`} />
      ) : (
        <input
          {...input}
          type={type === 'number' || type === 'date' ? type : 'text'}
          {...(type === 'number' && { min, max, step: 'any' })}
        />
      )}
    </Labeled>
  );
}

type Asking = Pick<EventView, 'questions' | 'agreements' | 'guardian' | 'locale' | 'tShirtSizes'> & {
  tracks: readonly { id: string; title: string; requiresPitchDeck: boolean }[];
};

/**
 * What somebody is asked at the entrance: on their own phone, and on the screen of the organizer who enters them.
 * `island/walk-in-form.ts` shows and reads it.
 */
export function WalkInFields({ event }: { event: Asking }) {
  const tracks = event.tracks.filter(({ requiresPitchDeck }) => !requiresPitchDeck);
  const withDeck = event.tracks.find(({ requiresPitchDeck }) => requiresPitchDeck);
  const asked = (event.questions ?? []).filter(
    (question) =>
      isWalkInQuestion(event, question) &&
      (!question.tracks || tracks.some(({ id }) => question.tracks?.includes(id))),
  );
  return (
    <>
      <Labeled label="Full name">
        <input name="name" required maxLength={limits.text.name} autoComplete="name" className={control} />
      </Labeled>
      <Labeled label="Email" hint="You sign in with it later, for your pass and your team.">
        <input
          name="email"
          type="email"
          required
          maxLength={limits.text.email}
          autoComplete="email"
          className={control}
        />
      </Labeled>
      {tracks.length > 1 && (
        <Labeled
          label={fieldLabels.track}
          {...(withDeck && { hint: `Not the ${withDeck.title}, which needs a pitch deck.` })}
        >
          <Choice name="track" choices={tracks.map(({ id, title }) => ({ value: id, label: title }))} />
        </Labeled>
      )}
      <Labeled label={fieldLabels.tShirtSize}>
        <Choice name="tShirtSize" choices={(event.tShirtSizes ?? tShirtSizes).map(toChoice)} />
      </Labeled>
      <Labeled label={fieldLabels.dietaryRestrictions}>
        <Choice name="dietaryRestrictions" choices={dietaryChoices.map(toChoice)} />
      </Labeled>
      <Part field="dietaryRestrictions" values={['other']}>
        <Labeled label="Which?">
          <input name="dietaryDetail" required maxLength={limits.text.dietaryDetail} className={control} />
        </Labeled>
      </Part>
      {asked.map((question) => (
        <Part key={question.id} field="track" values={tracks.length > 1 ? question.tracks : undefined}>
          <Part field={`answers.${question.onlyIf?.question}`} values={question.onlyIf?.is}>
            <Question question={question} locale={event.locale} />
          </Part>
        </Part>
      ))}
      {event.guardian && (
        <Labeled label={guardianLabel} hint={`Only if you are younger than ${event.guardian.under}.`}>
          <input name="guardianEmail" type="email" maxLength={limits.text.email} className={control} />
        </Labeled>
      )}
      {event.agreements?.map(({ id, version, title, text, links, required }) => (
        <div key={id}>
          <p className="font-semibold">
            {title}
            {!required && <span className="font-normal text-muted"> (optional)</span>}
          </p>
          <Box name={`agreements.${id}`} value={version} required={required}>
            {text}
          </Box>
          <AgreementLinks links={links} />
        </div>
      ))}
    </>
  );
}
