import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestResumeLink } from '../../../contract/after/after-event-limits.ts';
import type { FilterQuestion, ResumeFilters, ResumeLink } from '../../../contract/after/resume-book.ts';
import { formatCountry, listCountries } from '../../../contract/apply/countries.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { formatName } from '../../lib/format-name.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Form, Input, Select } from '../../ui/field.tsx';
import { ErrorBox, Loaded } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import {
  resumeBookQuery,
  resumeLinksQuery,
  resumeZipUrl,
  useCreateResumeLink,
  useRevokeResumeLink,
} from './after-event.api.ts';

const none = { track: '', q: '', checkedIn: false, answers: {} as Record<string, string> };

function toFilters({ track, q, checkedIn, answers }: typeof none): ResumeFilters {
  const chosen = Object.entries(answers).filter(([, value]) => value.trim());
  return {
    ...(track && { track }),
    ...(q.trim() && { q: q.trim() }),
    ...(checkedIn && { checkedIn: 'yes' as const }),
    ...(chosen.length > 0 && { answers: JSON.stringify(Object.fromEntries(chosen)) }),
  };
}

/** Who agrees to pass on their resume, filtered, as a zip and by links for sponsors. */
export default function ResumeBookCard({ event }: { event: EventView }) {
  const [values, setValues] = useState(none);
  const change = (part: Partial<typeof none>) => setValues((before) => ({ ...before, ...part }));
  // The filter for each question, by its id; empty for no filter.
  const answer = (id: string, value: string) => change({ answers: { ...values.answers, [id]: value } });
  const filters = toFilters(useDebounced(values, 300));
  const resumes = useQuery(resumeBookQuery(filters));
  const questions = resumes.data?.questions ?? [];
  return (
    <Card title="Resume book" contentClass="grid gap-5">
      <p>
        The resumes of approved people who agreed to share them. If they change their mind, they are left out
        of later lists and downloads. Each download is recorded.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Track">
          <Select
            value={values.track}
            onValueChange={(value) => change({ track: value })}
            options={[
              { value: '', label: 'All tracks' },
              ...event.tracks.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        </Field>
        <Field label="Keywords (must match all)" hint="In the major, the resume or the skills.">
          <Input
            maxLength={limits.text.searchTerm}
            value={values.q}
            onValueChange={(value) => change({ q: value })}
          />
        </Field>
        {questions.map((question) => {
          const { id, type, label } = question;
          const value = getOwnValue(values.answers, id) ?? '';
          if (type === 'date') {
            const [from = '', to = ''] = value.split('..');
            const setRange = (start: string, end: string) =>
              answer(id, start || end ? `${start}..${end}` : '');
            return (
              <div key={id} className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
                <Field label={`${label} (from)`}>
                  <Input type="date" value={from} onValueChange={(value) => setRange(value, to)} />
                </Field>
                <Field label={`${label} (to)`}>
                  <Input type="date" value={to} onValueChange={(value) => setRange(from, value)} />
                </Field>
              </div>
            );
          }
          return (
            <Field
              key={id}
              label={label}
              hint={type === 'school' ? 'Must contain all of these words.' : undefined}
            >
              {type === 'school' ? (
                <Input value={value} maxLength={200} onValueChange={(value) => answer(id, value)} />
              ) : (
                <Select
                  value={value}
                  onValueChange={(value) => answer(id, value)}
                  options={[{ value: '', label: 'All' }, ...listOptions(question, event.locale)]}
                />
              )}
            </Field>
          );
        })}
        <Checkbox
          label="Checked-in people only"
          checked={values.checkedIn}
          onCheckedChange={(checked) => change({ checkedIn: checked })}
        />
      </div>
      <Loaded query={resumes} what="resume book">
        {({ people }) => (
          <div className="grid justify-items-start gap-3">
            <p role="status">{formatCount(people.length, 'resume')}</p>
            <ScrollRegion label="People in the resume book" className="max-h-48 w-full overflow-y-auto">
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {people.map(({ _id, name }) => (
                  <li key={_id} className="wrap-anywhere">
                    {formatName(name)}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
            {people.length > 0 && (
              <LinkButton document href={resumeZipUrl(filters)} variant="secondary">
                Download resumes
              </LinkButton>
            )}
          </div>
        )}
      </Loaded>
      <ResumeLinks event={event} filters={filters} questions={questions} />
    </Card>
  );
}

const usualDays = '30';

interface ResumeLinksProps {
  event: EventView;
  filters: ResumeFilters;
  questions: readonly FilterQuestion[];
}

/** The links for sponsors: the existing ones, and a form for a new one with the current filters. */
function ResumeLinks({ event, filters, questions }: ResumeLinksProps) {
  const { data = [], isError, refetch } = useQuery(resumeLinksQuery);
  const [name, setName] = useState('');
  const [days, setDays] = useState(usualDays);
  const create = useCreateResumeLink();
  const revoke = useRevokeResumeLink();
  const now = useNow();
  const submit = () => {
    create.mutate({ body: { name, days: Number(days), filters } }, { onSuccess: () => setName('') });
  };
  return (
    <section className="grid gap-4 border-t border-hairline pt-5" aria-labelledby="resume-links">
      <h3 id="resume-links" className="font-semibold">
        Links for sponsors
      </h3>
      <p className="text-muted">
        Anyone with the link can download the resumes chosen above, without an account, until it ends.
      </p>
      <Form className="grid items-end gap-4 sm:grid-cols-[1fr_8rem_auto]" onSubmit={submit}>
        <Field label="For">
          <Input required maxLength={limits.text.name} value={name} onValueChange={setName} />
        </Field>
        <Field label="Days">
          <Input
            type="number"
            required
            min={1}
            max={longestResumeLink}
            value={days}
            onValueChange={setDays}
          />
        </Field>
        <Button type="submit" variant="secondary" busy={create.isPending}>
          Create link
        </Button>
      </Form>
      {create.data && (
        <Field label="The new link" hint="It is shown only now: copy it.">
          <Input readOnly value={create.data.url} onFocus={({ target }) => target.select()} />
        </Field>
      )}
      {isError && <ErrorBox message="The links could not be loaded." onRetry={refetch} />}
      <ul className="divide-y divide-hairline" hidden={data.length === 0}>
        {data.map((link) => {
          const { track, q, checkedIn, answers } = link.filters;
          const answered = describeAnswerFilters(answers, questions, event.locale);
          const which = [track, q && `“${q}”`, checkedIn && 'checked in', ...answered]
            .filter(Boolean)
            .join(', ');
          return (
            <li key={link._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold wrap-anywhere">{link.name}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  {describeState(link, event, now)} · {which || 'all who agree'} ·{' '}
                  {formatCount(link.downloads, 'download')}
                </p>
              </div>
              {!link.revokedAt && now < Date.parse(link.expiresAt) && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`End link for ${link.name}`}
                  busy={revoke.isPending && revoke.variables.params.id === link._id}
                  onClick={() => revoke.mutate({ params: { id: link._id } })}
                >
                  End link
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function describeState({ revokedAt, expiresAt }: ResumeLink, event: EventView, now: number): string {
  if (revokedAt) return `Ended by you ${formatDateTime(revokedAt, event)}`;
  return `${now < Date.parse(expiresAt) ? 'Ends' : 'Ended'} ${formatDateTime(expiresAt, event)}`;
}

function listOptions({ type, options = [] }: FilterQuestion, locale: string) {
  return type === 'country' ? listCountries(locale) : options.map((value) => ({ value, label: value }));
}

/** Describes what people are filtered by: `Level of study: Master`. */
function describeAnswerFilters(
  answers: string | undefined,
  questions: readonly FilterQuestion[],
  locale: string,
): string[] {
  const values = Object.entries(JSON.parse(answers ?? '{}') as Record<string, string>);
  return values.map(([id, value]) => {
    const question = questions.find((each) => each.id === id);
    const shown =
      question?.type === 'country' ? formatCountry(value, locale) : value.split('..').join(' – ').trim();
    return `${question?.label ?? id}: ${shown}`;
  });
}
