import ChevronLeft from 'lucide:chevron-left';
import ChevronRight from 'lucide:chevron-right';
import ExternalLink from 'lucide:external-link';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { describeEntrant } from '../publish/describe-entrant.ts';
import { publicationQuery } from '../publish/publish.api.ts';
import { PublishButton } from '../publish/publish-bar.tsx';
import type { Slide } from './list-slides.ts';
import { showQuery } from './show.api.ts';
import { storeShowPosition } from './show-position.ts';
import { ShowSlide } from './show-slide.tsx';
import { useShow } from './use-show.ts';

/** In milliseconds. */
const askAgainEvery = 3000;

function describeSlide(slide: Slide | undefined): string {
  if (!slide) return 'The end';
  if (slide.kind === 'black') return 'Black';
  return slide.kind === 'prize' ? slide.prize.label : `${slide.says}: ${slide.winner.name}`;
}

/** The presenter's page of the show: what is on the screen, what comes next, what to say, and Next. */
export function Component() {
  const loading = useQuery(showQuery);
  const { data: show, refetch } = loading;
  // Opened without a network, the page learns what can be published once there is one.
  const { data: publication } = useLiveQuery(
    { ...publicationQuery, refetchInterval: ({ state }) => (state.data ? false : askAgainEvery) },
    'judging',
    { atMostEvery: askAgainEvery },
  );
  const { slides, step, isRehearsal, position, move } = useShow(show);
  useEffect(() => {
    if (show && position?.version !== show.version)
      storeShowPosition({ version: show.version, step: 0, isRehearsal: false });
  }, [show, position]);
  const slide = slides[step];
  const prize = slide?.prize ?? slides[step + 1]?.prize;
  const unnamed =
    slide?.kind === 'winner' ? slide.winner.people.filter((name) => !slide.winner.makers.includes(name)) : [];
  const entrant =
    slide?.kind === 'winner' && describeEntrant({ ...slide.winner, people: unnamed, team: null });
  const isOver = step === slides.length - 1;
  const isOutdated =
    publication !== undefined && show !== undefined && publication.locked.join() !== show.version;
  const setRehearsal = (rehearses: boolean) =>
    show && storeShowPosition({ version: show.version, step: 0, isRehearsal: rehearses });
  return (
    <WorkPage
      title="Show"
      figures={slides.length > 1 ? [['Slide', `${step + 1}/${slides.length}`]] : undefined}
      note="Open the screen, move it to the projector and click on it to fill it. Space, arrow keys and a clicker work in both windows, also without a network."
      actions={
        show && (
          <>
            <Checkbox
              label="Rehearse with invented names"
              checked={isRehearsal}
              onCheckedChange={setRehearsal}
            />
            <Button
              variant="secondary"
              onClick={({ currentTarget }) => {
                // With the focus on it, Space would press it again instead of moving the show.
                currentTarget.blur();
                open(paths.showScreen, 'show', 'popup');
              }}
            >
              <ExternalLink size={18} aria-hidden="true" />
              Open the screen
            </Button>
          </>
        )
      }
    >
      {isOutdated && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-md bg-pending-bg px-4 py-2 text-pending"
        >
          The locked winners have changed since this show was opened.
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setRehearsal(false);
              void refetch();
            }}
          >
            Start again with them
          </Button>
        </p>
      )}
      <Loaded query={loading} what="show">
        {({ prizes }) =>
          prizes.length === 0 &&
          !isRehearsal && (
            <EmptyState
              text="No winners are locked yet. You can rehearse with invented names."
              scene="demo"
              action={
                <LinkButton href={paths.publish} variant="secondary">
                  Decide who wins
                </LinkButton>
              }
            />
          )
        }
      </Loaded>
      {slide && slides.length > 1 && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-4">
            <section
              aria-label="On the screen"
              className="aspect-video overflow-hidden rounded-lg border-2 border-edge"
            >
              <ShowSlide slide={slide} isRehearsal={isRehearsal} isPreview />
            </section>
            <div className="grid grid-cols-[auto_1fr] gap-3">
              <Button variant="secondary" className="min-h-16" disabled={step === 0} onClick={() => move(-1)}>
                <ChevronLeft size={24} aria-hidden="true" />
                Back
              </Button>
              <Button className="min-h-16 text-xl" disabled={isOver} onClick={() => move(1)}>
                Next
                <ChevronRight size={24} aria-hidden="true" />
              </Button>
            </div>
          </div>
          <div className="grid gap-4">
            <Card title="Next">
              <p className="text-lg wrap-anywhere">{isOver ? 'The end' : describeSlide(slides[step + 1])}</p>
            </Card>
            {prize && (
              <Card title="Notes">
                <p className="font-semibold wrap-anywhere">
                  {[prize.label, prize.sponsor].filter(Boolean).join(' · ')}
                </p>
                {slide.kind === 'winner' && (
                  <>
                    <p className="wrap-anywhere">
                      {[slide.says, slide.winner.name, slide.winner.team, slide.winner.makers.join(', ')]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                    {entrant && (
                      <p className="text-muted wrap-anywhere">
                        Not on the screen: {entrant}
                        {unnamed.length > 0 && '. People are named there only if they agreed to it.'}
                      </p>
                    )}
                  </>
                )}
                <p className="whitespace-pre-line wrap-anywhere">{prize.note}</p>
              </Card>
            )}
            {isOver && !isRehearsal && (
              <Card title="That was the last slide">
                {publication ? (
                  <div className="flex flex-wrap items-center justify-end gap-3">
                    <PublishButton publication={publication} />
                  </div>
                ) : (
                  <p>Publish the results when there is a network again.</p>
                )}
              </Card>
            )}
          </div>
        </div>
      )}
    </WorkPage>
  );
}
