import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../contract/platform/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { exportUrls, feedbackQuery } from './after-event.api.ts';

export default function FeedbackCard() {
  return (
    <Card title="Feedback">
      <Loaded query={useQuery(feedbackQuery)} what="feedback">
        {(data) => (
          <div className="grid justify-items-start gap-5">
            <p>
              {formatCount(data.count, 'person has', 'people have')} answered.
              {data.count < data.shownFrom && ` Answers appear once there are ${data.shownFrom}.`}
            </p>
            {data.count >= data.shownFrom && (
              <>
                {data.questions.map(({ key, label, ratings, mean, texts }) => (
                  <section key={key} className="grid w-full gap-2">
                    <h3 className="font-semibold">
                      {label}
                      {mean !== undefined && mean !== null && (
                        <span className="font-normal text-muted"> {mean.toFixed(1)} of 5</span>
                      )}
                    </h3>
                    {ratings && (
                      <dl className="grid max-w-md grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1">
                        {ratings.map((count, at) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the rating.
                          <div key={at} className="col-span-3 grid grid-cols-subgrid items-center">
                            <dt>{at + 1}</dt>
                            <dd className="contents">
                              <meter
                                className="h-3 w-full"
                                max={Math.max(1, ...ratings)}
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
                    )}
                    {texts?.length === 0 && <p className="text-muted">Nobody wrote anything.</p>}
                    {texts && texts.length > 0 && (
                      <ul className="grid gap-2">
                        {texts.map((text, at) => (
                          <li
                            // biome-ignore lint/suspicious/noArrayIndexKey: two people can write the same, and the list does not change.
                            key={at}
                            className="border-l-4 border-primary pl-3 whitespace-pre-line wrap-anywhere"
                          >
                            {text}
                          </li>
                        ))}
                      </ul>
                    )}
                  </section>
                ))}
                <LinkButton document href={exportUrls.feedback} variant="secondary">
                  Export feedback
                </LinkButton>
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
