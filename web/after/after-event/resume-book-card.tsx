import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResumeFilters } from '../../../contract/after/resume-book.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { formatName } from '../../lib/format-name.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerFilters } from './answer-filters.tsx';
import { resumeBookQuery, resumeZipUrl } from './resume-book.api.ts';
import { ResumeLinks } from './resume-links.tsx';

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
  const filters = toFilters(useDebounced(values, 300));
  const { data, isError, refetch } = useQuery(resumeBookQuery(filters));
  return (
    <Card title="Resume book">
      <div className="grid gap-5">
        <p>
          The resumes of approved people who agree to pass them on. Who takes that back is in no list and no
          download from then on. Each download is recorded.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Track">
            <Select
              value={values.track}
              onChange={({ target }) => change({ track: target.value })}
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
              onChange={({ target }) => change({ q: target.value })}
            />
          </Field>
          <AnswerFilters
            questions={data?.questions ?? []}
            event={event}
            values={values.answers}
            onChange={(id, value) => change({ answers: { ...values.answers, [id]: value } })}
          />
          <Checkbox
            label="Checked-in people only"
            checked={values.checkedIn}
            onChange={({ target }) => change({ checkedIn: target.checked })}
          />
        </div>
        {isError && <ErrorBox message="The resume book could not be loaded." onRetry={refetch} />}
        {!data && !isError && <Skeleton text="Loading resumes…" />}
        {data && (
          <div className="grid justify-items-start gap-3">
            <p role="status">{formatCount(data.people.length, 'resume')}</p>
            <ScrollRegion label="People in the resume book" className="max-h-48 w-full overflow-y-auto">
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {data.people.map(({ _id, name }) => (
                  <li key={_id} className="wrap-anywhere">
                    {formatName(name)}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
            {data.people.length > 0 && (
              <LinkButton document href={resumeZipUrl(filters)} variant="secondary">
                Download resumes
              </LinkButton>
            )}
          </div>
        )}
        <ResumeLinks event={event} filters={filters} questions={data?.questions ?? []} />
      </div>
    </Card>
  );
}
