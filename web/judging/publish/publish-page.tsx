import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  describeConcern,
  listConcerns,
  rankWithout,
} from '../../../contract/judging/publication-concerns.ts';
import type { Concern, Exclusion, Publication, RankedGroup } from '../../../contract/judging/results.ts';
import { limits } from '../../../contract/limits.ts';
import { paths } from '../../../contract/pages.ts';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { Component as NotFound } from '../../layout/not-found.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Input } from '../../ui/input.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { publicationQuery, usePublishResults, useWithdrawResults } from './publish.api.ts';

/** What was decided about concerns so far. */
interface Decisions {
  confirmed: readonly string[];
  excluded: readonly Exclusion[];
}

/** The winners that would be published, group by group: how many places each has, and a decision about each concern. */
export function Component() {
  const event = useEvent();
  return event && !event.projects ? <NotFound /> : <PublishPage />;
}

function PublishPage() {
  const event = useEvent();
  const { data, isError, refetch } = useLiveQuery(publicationQuery, 'judging', { atMostEvery: 3000 });
  const [isWithdrawing, setWithdrawing] = useState(false);
  const withdraw = useWithdrawResults({ onSettled: () => setWithdrawing(false) });
  const publishedAt = data?.publishedAt;
  return (
    <WorkPage
      title="Publish"
      note={
        data &&
        (publishedAt
          ? `The winners have been public since ${formatDateTime(publishedAt, event)}.`
          : data.groups.length > 0
            ? 'Nobody but you and the judges knows the winners yet.'
            : undefined)
      }
      actions={
        publishedAt && (
          <>
            <LinkButton document href={paths.results} variant="secondary" size="compact">
              See the winners
            </LinkButton>
            <Button size="compact" variant="ghost" onClick={() => setWithdrawing(true)}>
              Take back
            </Button>
          </>
        )
      }
    >
      {isError && !data && <ErrorBox message="The results could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Skeleton text="Loading results..." />}
      {data?.groups.length === 0 && (
        <EmptyState
          text="Nothing has been scored yet."
          scene="demo"
          action={
            <LinkButton href={paths.judging} variant="secondary">
              See the progress of judging
            </LinkButton>
          }
        />
      )}
      {data && data.groups.length > 0 && <Winners publication={data} />}
      <ConfirmDialog
        open={isWithdrawing}
        title="Take the results back?"
        body="The page of the winners and the marks in the gallery disappear. Who has read them knows them."
        confirmLabel="Take back"
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setWithdrawing(false)}
      />
    </WorkPage>
  );
}

function Winners({
  publication: { groups, version, publishedAt, isOutdated },
}: {
  publication: Publication;
}) {
  // A group that is scored while the page is open begins with the places that are suggested.
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const places = { ...Object.fromEntries(groups.map((group) => [group.key, group.places])), ...chosen };
  const [{ confirmed, excluded }, setDecisions] = useState<Decisions>({ confirmed: [], excluded: [] });
  const [isAsking, setAsking] = useState(false);
  const publish = usePublishResults({ onSettled: () => setAsking(false) });
  const count = groups.filter(({ key }) => (places[key] ?? 0) > 0).length;
  const concerns = listConcerns(groups, places, excluded);
  const open = concerns.filter(({ key }) => !confirmed.includes(key));
  const confirm = (key: string, isConfirmed: boolean) =>
    setDecisions({
      confirmed: isConfirmed ? [...confirmed, key] : confirmed.filter((each) => each !== key),
      excluded,
    });
  return (
    <>
      {isOutdated && (
        <p role="status" className="rounded-md bg-pending-bg px-4 py-3 text-pending">
          Scores have changed since: published anew, the winners would be others.
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            places={places[group.key] ?? 0}
            onPlaces={(value) => setChosen((before) => ({ ...before, [group.key]: value }))}
            concerns={concerns.filter((each) => each.group === group.key)}
            confirmed={confirmed}
            excluded={excluded.filter((each) => each.group === group.key)}
            onConfirm={confirm}
            onExclude={(added) => setDecisions({ confirmed, excluded: [...excluded, added] })}
            onInclude={(removed) =>
              setDecisions({ confirmed, excluded: excluded.filter((each) => each !== removed) })
            }
          />
        ))}
      </div>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-hairline bg-bg py-3">
        {open.length > 0 && (
          <p role="status" className="mr-auto text-sm font-semibold text-danger">
            {formatCount(open.length, 'decision')} left.
          </p>
        )}
        <Button disabled={count === 0 || open.length > 0} onClick={() => setAsking(true)}>
          {publishedAt ? 'Publish anew' : 'Publish results'}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Publish the results?"
        body="Everyone on the internet will see these winners on the results page and in the gallery. Scores and other teams stay private."
        confirmLabel="Publish"
        busy={publish.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          publish.mutate({
            version,
            places,
            confirmed: concerns.map(({ key }) => key),
            excluded: [...excluded],
          })
        }
      />
    </>
  );
}

interface GroupProps {
  group: RankedGroup;
  places: number;
  onPlaces: (places: number) => void;
  concerns: readonly Concern[];
  confirmed: readonly string[];
  /** Of this group. */
  excluded: readonly Exclusion[];
  onConfirm: (key: string, isConfirmed: boolean) => void;
  onExclude: (exclusion: Exclusion) => void;
  onInclude: (exclusion: Exclusion) => void;
}

const getTable = (id: string) => (/^\d+$/.test(id) ? `table ${id}` : undefined);

function Group(props: GroupProps) {
  const { group, places, onPlaces, concerns, confirmed, excluded, onConfirm, onExclude, onInclude } = props;
  const { label, unscored } = group;
  const ranking = rankWithout(group, excluded);
  const last = Math.min(limits.results.maxPlaces, Math.max(0, ...ranking.map(({ place }) => place)));
  const options = Array.from({ length: last + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? 'Nobody' : formatCount(value, 'place'),
  }));
  const names = new Map([...group.ranking, ...unscored].map(({ id, name }) => [id, name]));
  return (
    <section
      aria-label={label}
      className="grid content-start gap-3 rounded-lg border border-hairline bg-surface p-4 sm:p-5"
    >
      <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <h2 className="text-lg wrap-anywhere">{label}</h2>
        <Select
          aria-label={`Places of ${label}`}
          options={options}
          value={String(Math.min(places, last))}
          onChange={({ target }) => onPlaces(Number(target.value))}
        />
      </div>
      <ol className="grid gap-1">
        {ranking
          .filter(({ place }) => place <= places)
          .map(({ id, place, tied, name, team }) => (
            <li key={id} className="flex gap-3 wrap-anywhere">
              <span className="w-8 shrink-0 font-mono">
                {place}
                {tied && (
                  <>
                    =<span className="sr-only"> tied</span>
                  </>
                )}
              </span>
              <span>
                <strong>{name}</strong>
                {team && <span className="text-muted"> {team}</span>}
              </span>
            </li>
          ))}
      </ol>
      {concerns.length > 0 && (
        <ul aria-label={`Before you publish ${label}`} className="grid gap-2">
          {concerns.map((concern) => (
            <ConcernRow
              key={concern.key}
              concern={concern}
              isConfirmed={confirmed.includes(concern.key)}
              onConfirm={(isConfirmed) => onConfirm(concern.key, isConfirmed)}
              onExclude={(reason) => onExclude({ group: group.key, id: concern.id, reason })}
            />
          ))}
        </ul>
      )}
      {excluded.map((each) => (
        <p key={each.id} className="flex flex-wrap items-center gap-x-3 text-sm text-muted wrap-anywhere">
          Excluded: {names.get(each.id)}. {each.reason}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Include ${names.get(each.id)} again`}
            onClick={() => onInclude(each)}
          >
            Include again
          </Button>
        </p>
      ))}
    </section>
  );
}

interface ConcernRowProps {
  concern: Concern;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  onExclude: (reason: string) => void;
}

function ConcernRow({ concern, isConfirmed, onConfirm, onExclude }: ConcernRowProps) {
  const [reason, setReason] = useState<string>();
  const { id, name } = concern;
  const table = getTable(id);
  const called = [name, table && name.toLowerCase() !== table && `(${table})`].filter(Boolean).join(' ');
  const says = `${called} ${describeConcern(concern)}`;
  return (
    <li className="grid gap-2 rounded-md border-2 border-border p-3">
      <p className="flex gap-2 wrap-anywhere">
        <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
        {says}.
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          label="Publish anyway"
          aria-label={`Publish anyway: ${says}`}
          checked={isConfirmed}
          onChange={({ currentTarget }) => onConfirm(currentTarget.checked)}
        />
        {reason === undefined && (
          <Button variant="ghost" size="sm" aria-label={`Exclude ${called}`} onClick={() => setReason('')}>
            Exclude
          </Button>
        )}
      </div>
      {reason !== undefined && (
        <form
          className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (reason.trim()) onExclude(reason.trim());
          }}
        >
          <Input
            aria-label={`Why ${called} is excluded`}
            placeholder="Reason, for the audit log"
            maxLength={limits.text.reason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" variant="secondary" disabled={reason.trim() === ''}>
            Exclude
          </Button>
        </form>
      )}
    </li>
  );
}
