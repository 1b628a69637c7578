import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Application } from '../../../../contract/apply/applications.ts';
import { limits } from '../../../../contract/limits.ts';
import { type Draft, reviewDraftKey, saveDraftText } from '../../../lib/draft-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Form, Textarea } from '../../../ui/field.tsx';
import { RadioChips } from '../../../ui/radio-chips.tsx';
import { DetailSection } from '../detail-section.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import {
  type OwnReview,
  reviewDraftQuery,
  reviewStatusQuery,
  reviewsQuery,
  useSaveReview,
} from './reviews.api.ts';

const ratings = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

interface ReviewCardProps {
  application: Application;
  /** Goes on to the next application; without it there are no keys for ratings. */
  onRated: (() => void) | undefined;
}

/** The reader's rating and note about an application, and those of others once they may be seen. */
export default function ReviewCard({ application, onRated }: ReviewCardProps) {
  const { data } = useQuery(reviewsQuery(application._id));
  const { data: draft } = useQuery(reviewDraftQuery(application._id));
  const { data: status } = useQuery(reviewStatusQuery);
  if (!data || draft === undefined) return null;
  const { others } = data;
  return (
    <DetailSection title="Review">
      <ReviewForm
        key={application._id}
        id={application._id}
        saved={data.mine ?? nothing}
        draft={draft && toReview(draft)}
        blind={status?.blind ?? false}
        onRated={onRated}
      />
      {others === null ? (
        <p className="text-sm text-muted">
          Review is blind: who applied, the documents, and what others think appear once you have rated. Your
          rating can then no longer be changed.
        </p>
      ) : (
        others.length > 0 && (
          <ul aria-label="Reviews of others" className="grid gap-2 text-sm">
            {others.map(({ by, rating, note, at }) => (
              <li key={`${by} ${at}`}>
                <strong>{by ?? 'A deleted account'}</strong>
                {rating !== null && <span className="tabular"> · {rating} of 5</span>}
                {note && <span className="block break-words whitespace-pre-wrap">{note}</span>}
              </li>
            ))}
          </ul>
        )
      )}
    </DetailSection>
  );
}

const nothing: OwnReview = { rating: null, note: '' };

/** Returns the review in a draft; a device may have stored anything. */
function toReview({ values: { rating, note } }: Draft): OwnReview {
  return {
    rating: typeof rating === 'number' ? rating : null,
    note: typeof note === 'string' ? note : '',
  };
}

interface ReviewFormProps {
  id: string;
  saved: OwnReview;
  draft: OwnReview | null;
  blind: boolean;
  onRated: (() => void) | undefined;
}

function ReviewForm({ id, saved, draft, blind, onRated }: ReviewFormProps) {
  const save = useSaveReview(id);
  const [review, setReview] = useState(draft ?? saved);
  const isFixed = blind && saved.rating !== null;
  const { note } = review;
  const rating = isFixed ? saved.rating : review.rating;
  const isSaved = rating === saved.rating && note === saved.note;
  const change = (part: Partial<OwnReview>) => {
    const changed = { rating, note, ...part };
    setReview(changed);
    // Where the device stores nothing, the next application takes it away.
    saveDraftText(reviewDraftKey(id), changed).catch((error: unknown) => console.warn(error));
  };
  useShortcuts(
    {
      ...Object.fromEntries(
        (isFixed ? [] : ratings).map(
          ({ value }) => [value, () => change({ rating: Number(value) })] as const,
        ),
      ),
      Enter: () => {
        if (isSaved) onRated?.();
        else save.mutate({ rating, note }, { onSuccess: onRated });
      },
    },
    { on: onRated !== undefined, always: {} },
  );
  return (
    <Form className="grid gap-3" onSubmit={() => save.mutate({ rating, note })}>
      <RadioChips
        legend="Your rating, from 1 to 5"
        hint={isFixed && 'While review is blind, a saved rating cannot be changed.'}
        disabled={isFixed}
        options={ratings}
        value={rating === null ? '' : String(rating)}
        onValueChange={(value) => change({ rating: Number(value) })}
      />
      <Field label="Note for organizers" required={false}>
        <Textarea
          className="min-h-20"
          limit={limits.text.note}
          value={note}
          onValueChange={(value) => change({ note: value })}
        />
      </Field>
      <p className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm" variant="secondary" busy={save.isPending}>
          Save review
        </Button>
        {onRated && <span className="text-sm text-muted">Keys 1 to 5 rate, Enter saves and goes on.</span>}
        {!isSaved && <span className="text-sm text-muted">Not saved yet.</span>}
      </p>
    </Form>
  );
}
