import { useQuery } from '@tanstack/react-query';
import type { Feedback } from '../../../contract/after/feedback.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { exportUrls, feedbackQuery } from './after-event.api.ts';

export default function FeedbackCard() {
  const { data, isError, refetch } = useQuery(feedbackQuery);
  return (
    <Card title="Feedback">
      {isError && <ErrorBox message="The feedback could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Skeleton text="Loading feedback…" />}
      {data && (
        <div className="grid justify-items-start gap-5">
          <p>
            {formatCount(data.count, 'person has', 'people have')} answered.
            {data.count < data.shownFrom && ` The answers are shown from ${data.shownFrom} on.`}
          </p>
          {data.count >= data.shownFrom && (
            <>
              {data.questions.map((question) => (
                <Answers key={question.key} question={question} />
              ))}
              <LinkButton document href={exportUrls.feedback} variant="secondary">
                Export feedback
              </LinkButton>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

function Answers({ question }: { question: Feedback['questions'][number] }) {
  const { label, ratings, mean, texts } = question;
  return (
    <section className="grid w-full gap-2">
      <h3 className="font-semibold">
        {label}
        {mean !== undefined && mean !== null && (
          <span className="font-normal text-muted"> {mean.toFixed(1)} of 5</span>
        )}
      </h3>
      {ratings && <Ratings ratings={ratings} />}
      {texts?.length === 0 && <p className="text-muted">Nobody wrote anything.</p>}
      {texts && texts.length > 0 && (
        <ul className="grid gap-2">
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people can write the same, and the list does not change.
            <li key={at} className="border-l-4 border-primary pl-3 whitespace-pre-line wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Ratings({ ratings }: { ratings: number[] }) {
  const most = Math.max(1, ...ratings);
  return (
    <dl className="grid max-w-md grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1">
      {ratings.map((count, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the rating.
        <div key={at} className="col-span-3 grid grid-cols-subgrid items-center">
          <dt>{at + 1}</dt>
          <dd className="contents">
            <meter
              className="h-3 w-full"
              min={0}
              max={most}
              value={count}
              aria-label={`${count} gave ${at + 1}`}
            />
            <span className="tabular" aria-hidden="true">
              {count}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
