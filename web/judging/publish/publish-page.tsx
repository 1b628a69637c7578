import type { Publication } from '../../../contract/judging/results.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { ask } from '../../ui/ask.tsx';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { joinSome, Problem } from '../judging-problems.tsx';
import { GroupCard } from './group-card.tsx';
import { publicationQuery, useWithdrawResults } from './publish.api.ts';
import { PublishButton } from './publish-bar.tsx';

const withdrawQuestion = {
  title: 'Unpublish the results?',
  body: 'The winners page and the awards in the gallery disappear. Some people may have already seen them.',
  confirmLabel: 'Unpublish',
  danger: true,
};

/** Who wins, group by group: decided by one organizer, locked by another, then published. */
export function Component() {
  const event = useEvent();
  const publication = useLiveQuery(publicationQuery, 'judging', { atMostEvery: 3000 });
  const { data } = publication;
  const withdraw = useWithdrawResults();
  const publishedAt = data?.publishedAt;
  return (
    <WorkPage
      title="Publish"
      note={
        data &&
        (publishedAt
          ? `The winners have been public since ${formatDateTime(publishedAt, event)}.`
          : data.groups.length > 0
            ? 'Only organizers and judges know the winners so far.'
            : undefined)
      }
      actions={
        publishedAt && (
          <>
            <LinkButton document href={paths.results} variant="secondary" size="compact">
              See the winners
            </LinkButton>
            <Button
              size="compact"
              variant="ghost"
              onClick={() => void ask(withdrawQuestion, () => withdraw.mutateAsync())}
            >
              Unpublish
            </Button>
          </>
        )
      }
    >
      <Loaded query={publication} what="results">
        {(loaded) =>
          loaded.groups.length > 0 ? (
            <Winners publication={loaded} />
          ) : (
            <EmptyState
              text="Nothing has been scored yet."
              scene="demo"
              action={
                <LinkButton href={paths.judging} variant="secondary">
                  See the progress of judging
                </LinkButton>
              }
            />
          )
        }
      </Loaded>
    </WorkPage>
  );
}

function Winners({ publication }: { publication: Publication }) {
  const { groups, isOutdated, organizers } = publication;
  return (
    <>
      <Readiness readiness={publication.readiness} />
      {isOutdated && (
        <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
          The locked winners differ from the published ones. Publish again.
        </p>
      )}
      <p className="max-w-[95ch] text-sm text-muted">
        {organizers === 1
          ? 'You are the only organizer, so what you decide is locked at once.'
          : 'One organizer decides a group, and another one confirms and locks it.'}{' '}
        The ranking by the scores is kept beside each decision.
      </p>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {groups.map((group) => (
          <GroupCard key={group.key} group={group} publication={publication} />
        ))}
      </div>
      <div
        ref={bottomBar}
        className="bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-hairline bg-bg pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:sticky"
      >
        <LinkButton href={paths.show} variant="secondary">
          Show
        </LinkButton>
        <PublishButton publication={publication} />
      </div>
    </>
  );
}

const namesShown = 8;

/** What should be settled before anything is decided; nothing while all is ready. */
function Readiness({ readiness }: Pick<Publication, 'readiness'>) {
  const { categories = [], fewScores, waiting, oneJudge, noTable } = readiness;
  const wanted = limits.judging.scoresPerTeam;
  const onPhones = waiting.reduce((sum, { scores }) => sum + scores, 0);
  const list: [title: string, names: readonly (string | number)[]][] = [
    [
      `${formatCount(categories.length, 'special category lacks', 'special categories lack')} scores`,
      categories.map(({ label, unscored }) => `${label} (${formatCount(unscored.length, 'table')})`),
    ],
    [`${formatCount(fewScores.length, 'table has', 'tables have')} fewer than ${wanted} scores`, fewScores],
    [
      `${formatCount(onPhones, 'score is', 'scores are')} still on phones`,
      waiting.map(({ judge, scores }) => `${judge} (${scores})`),
    ],
    [`${formatCount(oneJudge.length, 'prize has', 'prizes have')} one judge or none`, oneJudge],
    [`${formatCount(noTable.length, 'project has', 'projects have')} no table`, noTable],
  ];
  const open = list.filter(([, names]) => names.length > 0);
  if (open.length === 0) return null;
  return (
    <Card title="Not ready" contentClass="grid gap-x-8 gap-y-3 lg:grid-cols-2 2xl:grid-cols-4">
      {open.map(([title, names]) => (
        <Problem key={title} title={title}>
          <p className="text-sm wrap-anywhere">{joinSome(names, namesShown)}</p>
        </Problem>
      ))}
    </Card>
  );
}
