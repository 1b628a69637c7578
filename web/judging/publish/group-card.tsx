import Lock from 'lucide:lock';
import TriangleAlert from 'lucide:triangle-alert';
import { useState } from 'react';
import {
  describeConcern,
  listConcerns,
  rankAsDecided,
} from '../../../contract/judging/publication-concerns.ts';
import { needsReason } from '../../../contract/judging/ranking.ts';
import type {
  Concern,
  Decision,
  Publication,
  RankedEntry,
  RankedGroup,
} from '../../../contract/judging/results.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/card.tsx';
import { Checkbox, Field, Form, Input, Select, Textarea } from '../../ui/field.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { Rank } from '../score-review/ranking-table.tsx';
import { describeEntrant, describeTable } from './describe-entrant.ts';
import { useDecideResult, useLockResult, useUnlockResult } from './publish.api.ts';

type Draft = Pick<Decision, 'places' | 'order' | 'reason' | 'confirmed' | 'excluded' | 'note'>;

const shownAtLeast = 5;

function toDraft({ places, decision }: RankedGroup): Draft {
  if (!decision) return { places, order: null, reason: '', confirmed: [], excluded: [], note: '' };
  const { order, reason, confirmed, excluded, note } = decision;
  return { places: decision.places, order, reason, confirmed, excluded, note };
}

const groupByRank = (entries: readonly RankedEntry[]) =>
  [...Map.groupBy(entries, ({ place }) => place).values()].map((shared) => shared.map(({ id }) => id));

/** Returns the order with an entry one step further: out of a shared rank, or past the next one. */
function moveEntry(ranked: readonly RankedEntry[], id: string, step: 1 | -1): string[][] {
  const groups = groupByRank(ranked);
  const at = groups.findIndex((ids) => ids.includes(id));
  const others = groups[at]!.filter((each) => each !== id);
  if (others.length > 0) groups.splice(at, 1, ...(step < 0 ? [[id], others] : [others, [id]]));
  else {
    groups.splice(at, 1);
    groups.splice(Math.max(0, at + step), 0, [id]);
  }
  return groups.slice(0, limits.results.maxOrdered);
}

/** Returns an entry's name with the table, where the name does not say it. */
function callEntry(entry: Pick<RankedEntry, 'name' | 'table'>): string {
  const table = describeTable(entry);
  return table ? `${entry.name} (${table})` : entry.name;
}

/** Whether the group is a prize without judges, whose winner organizers choose among what entered. */
const isUnjudged = ({ ranking }: RankedGroup) => ranking.every(({ average }) => average === '');

interface GroupProps {
  group: RankedGroup;
  publication: Publication;
}

/** One ranking with the decision about its winners: made by one organizer, confirmed by another, then locked. */
export function GroupCard({ group, publication }: GroupProps) {
  const { label, decision } = group;
  return (
    <section
      aria-label={label}
      className="grid content-start gap-3 rounded-lg border border-hairline bg-surface p-4 sm:p-5"
    >
      {decision?.locked ? (
        <LockedGroup group={group} decision={decision} locked={decision.locked} />
      ) : (
        <OpenGroup group={group} publication={publication} />
      )}
    </section>
  );
}

interface LockedProps {
  group: RankedGroup;
  decision: Decision;
  locked: NonNullable<Decision['locked']>;
}

function LockedGroup({ group, decision, locked }: LockedProps) {
  const { key, label, ranking } = group;
  const event = useEvent();
  const unlock = useUnlockResult();
  const byScores = new Map(ranking.map(({ id, place }) => [id, place]));
  return (
    <>
      <h2 className="flex items-center gap-2 text-lg wrap-anywhere">
        <Lock size={18} aria-hidden="true" className="shrink-0" />
        {label}
      </h2>
      <ol className="grid gap-1">
        {locked.winners.map(({ id, place, tied, ...winner }) => (
          <li key={id} className="flex gap-3 wrap-anywhere">
            <span className="w-8 shrink-0 font-mono">
              <Rank rank={place} tied={tied} />
            </span>
            <span>
              <strong>{winner.name}</strong>
              <span className="text-muted"> {describeEntrant(winner)}</span>
              {!isUnjudged(group) && byScores.get(id) !== place && (
                <span className="text-sm text-muted"> {byScores.get(id) ?? '–'} by the scores</span>
              )}
            </span>
          </li>
        ))}
        {locked.winners.length === 0 && <li className="text-muted">Nobody wins.</li>}
      </ol>
      {decision.reason && (
        <p className="text-sm wrap-anywhere">
          {isUnjudged(group) ? 'Chosen' : decision.order ? 'Reordered' : 'One judge'}: {decision.reason}
        </p>
      )}
      {locked.isOutdated && (
        <p role="status" className="rounded-md bg-pending-bg px-3 py-2 text-sm text-pending">
          {isUnjudged(group)
            ? 'The projects that entered have changed since then: others would win.'
            : 'Scores have changed since then: by the scores, others would win.'}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        Decided by {decision.decidedBy ?? 'a deleted account'}, locked by {locked.by ?? 'a deleted account'},{' '}
        {formatDateTime(locked.at, event)}.
      </p>
      <WithReason
        label="Unlock"
        name={`Unlock ${label}`}
        question={`Why ${label} is unlocked`}
        busy={unlock.isPending}
        onReason={(reason) => unlock.mutate({ body: { group: key, reason } })}
      />
    </>
  );
}

/** What an organizer has changed of a decision; it is overtaken once somebody else has decided or unlocked the group. */
function useOwnDraft(group: RankedGroup) {
  const revision = group.decision?.revision ?? 0;
  const [own, setOwn, forget] = useUnsaved<{ revision: number; draft: Draft } | null>(
    `result ${group.key}`,
    null,
  );
  const draft = own?.draft ?? toDraft(group);
  return {
    draft,
    revision,
    isChanged: own !== null,
    isOvertaken: own !== null && own.revision !== revision,
    change: (changes: Partial<Draft>) =>
      setOwn({ revision: own?.revision ?? revision, draft: { ...draft, ...changes } }),
    keep: () => setOwn({ revision, draft }),
    drop: () => {
      forget();
      setOwn(null);
    },
  };
}

function OpenGroup({ group, publication }: GroupProps) {
  const { key, label, decision } = group;
  const own = useOwnDraft(group);
  const { draft, change } = own;
  const ranked = rankAsDecided(group.ranking, draft);
  const last = Math.min(limits.results.maxPlaces, Math.max(0, ...ranked.map(({ place }) => place)));
  const shown = ranked.filter(
    ({ place }, at) => isUnjudged(group) || at < shownAtLeast || place <= draft.places,
  );
  const byScores = rankAsDecided(group.ranking, { ...draft, order: null });
  const move = (id: string, step: 1 | -1) => {
    const order = moveEntry(ranked, id, step);
    const unmoved = groupByRank(byScores).slice(0, order.length);
    change({ order: JSON.stringify(order) === JSON.stringify(unmoved) ? null : order });
  };
  const exclude = (id: string, reason: string) =>
    change({
      excluded: [...draft.excluded, { id, reason }],
      order:
        draft.order?.map((ids) => ids.filter((each) => each !== id)).filter((ids) => ids.length > 0) ?? null,
    });
  const names = new Map([...group.ranking, ...group.unscored].map(({ id, name }) => [id, name]));
  const listOtherPrizes = ({ party }: RankedEntry) =>
    publication.groups
      .filter(({ key: other, ranking, decision: theirs }) => {
        const winners = new Set(theirs?.locked?.winners.map(({ id }) => id));
        return other !== key && ranking.some((entry) => entry.party === party && winners.has(entry.id));
      })
      .map((each) => each.label);
  const options = Array.from({ length: last + 1 }, (_, value) => ({
    value: String(value),
    label: value === 0 ? 'Nobody' : formatCount(value, 'place'),
  }));
  return (
    <>
      <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <h2 className="text-lg wrap-anywhere">{label}</h2>
        <Select
          aria-label={`Places of ${label}`}
          options={options}
          value={String(Math.min(draft.places, last))}
          onValueChange={(value) => change({ places: Number(value) })}
        />
      </div>
      {isUnjudged(group) && (
        <p className="text-sm text-muted">
          This prize has no judges. Move its winner up, then choose the number of places.
        </p>
      )}
      {own.isOvertaken && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-3 rounded-md bg-pending-bg px-3 py-2 text-sm text-pending"
        >
          {decision
            ? `${decision.decidedBy ?? 'Another organizer'} has decided this in the meantime.`
            : 'This was unlocked in the meantime.'}
          <Button variant="ghost" size="sm" onClick={own.drop}>
            Show that
          </Button>
          <Button variant="ghost" size="sm" onClick={own.keep}>
            Keep mine
          </Button>
        </p>
      )}
      <ol className="grid">
        {shown.map((entry, at) => (
          <Entry
            key={entry.id}
            entry={entry}
            isWinner={entry.place <= draft.places}
            otherPrizes={listOtherPrizes(entry)}
            byScores={byScores.find(({ id }) => id === entry.id)!.place}
            onUp={(at > 0 || entry.tied) && (() => move(entry.id, -1))}
            onDown={at < ranked.length - 1 && (() => move(entry.id, 1))}
            onExclude={(reason) => exclude(entry.id, reason)}
          />
        ))}
      </ol>
      {needsReason(key, draft) && (
        <Field
          label={
            isUnjudged(group)
              ? 'Who chose the winner, and why'
              : draft.order
                ? 'Why the order differs from the scores'
                : 'Why the score of one judge is enough'
          }
          required
        >
          <Input
            maxLength={limits.text.reason}
            value={draft.reason}
            onValueChange={(reason) => change({ reason })}
          />
        </Field>
      )}
      <Concerns group={group} own={own} shown={shown} onExclude={exclude} />
      {draft.excluded.map(({ id, reason }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3 text-sm text-muted wrap-anywhere">
          Excluded: {names.get(id)}. {reason}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Include ${names.get(id)} again`}
            onClick={() => change({ excluded: draft.excluded.filter((each) => each.id !== id) })}
          >
            Include again
          </Button>
        </p>
      ))}
      <Collapsible
        line={<span className="text-sm font-semibold">Note for the show</span>}
        open={draft.note !== ''}
      >
        <Textarea
          aria-label={`Note for the show of ${label}`}
          rows={2}
          limit={limits.text.note}
          value={draft.note}
          onValueChange={(note) => change({ note })}
        />
      </Collapsible>
      <DecideBar group={group} own={own} last={last} publication={publication} />
    </>
  );
}

interface ConcernsProps {
  group: RankedGroup;
  own: ReturnType<typeof useOwnDraft>;
  shown: readonly RankedEntry[];
  onExclude: (id: string, reason: string) => void;
}

/** The reasons to doubt winners: those about the shown entries are confirmed one by one, the others together. */
function Concerns({ group, own: { draft, change }, shown, onExclude }: ConcernsProps) {
  const concerns = listConcerns(group, draft);
  if (concerns.length === 0) return null;
  const isNear = ({ id }: Concern) => shown.some((entry) => entry.id === id);
  const far = concerns.filter((concern) => !isNear(concern));
  const confirm = (some: readonly Concern[], isConfirmed: boolean) => {
    const keys = some.map(({ key }) => key);
    const others = draft.confirmed.filter((key) => !keys.includes(key));
    change({ confirmed: isConfirmed ? [...others, ...keys] : others });
  };
  const renderConcern = (concern: Concern) => {
    const called = callEntry(concern);
    const says = `${called} ${describeConcern(concern)}`;
    return (
      <li
        key={concern.key}
        className="flex flex-wrap items-center gap-x-4 rounded-md border-2 border-border px-3 py-1"
      >
        <p className="flex min-w-44 flex-1 gap-2 py-1 text-sm wrap-anywhere">
          <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-danger" />
          {says}.
        </p>
        <div className="flex flex-wrap items-center gap-x-2">
          <Checkbox
            label="Publish anyway"
            aria-label={`Publish anyway: ${says}`}
            checked={draft.confirmed.includes(concern.key)}
            onCheckedChange={(isConfirmed) => confirm([concern], isConfirmed)}
          />
          <WithReason
            label="Exclude"
            name={`Exclude ${called}`}
            question={`Why ${called} is excluded`}
            onReason={(reason) => onExclude(concern.id, reason)}
          />
        </div>
      </li>
    );
  };
  return (
    <ul aria-label={`Before you publish ${group.label}`} className="grid gap-2">
      {concerns.filter(isNear).map(renderConcern)}
      {far.length > 0 && (
        <li className="grid gap-1 rounded-md border-2 border-border px-3 py-2">
          <Checkbox
            label={`Publish even though ${formatCount(far.length, 'other table has', 'other tables have')} too few scores`}
            checked={far.every(({ key }) => draft.confirmed.includes(key))}
            onCheckedChange={(checked) => confirm(far, checked)}
          />
          <Collapsible line={<span className="text-sm font-semibold">One by one</span>} open={false}>
            <ul className="grid gap-2">{far.map(renderConcern)}</ul>
          </Collapsible>
        </li>
      )}
    </ul>
  );
}

interface DecideBarProps extends GroupProps {
  own: ReturnType<typeof useOwnDraft>;
  /** The most places there can be. */
  last: number;
}

/** What is left before the group can be decided, and the buttons that decide and lock it. */
function DecideBar({ group, publication: { version, organizers }, own, last }: DecideBarProps) {
  const { key, label, decision } = group;
  const { draft, revision } = own;
  const event = useEvent();
  const decide = useDecideResult();
  const lock = useLockResult();
  const keys = listConcerns(group, draft).map((concern) => concern.key);
  const left = keys.filter((each) => !draft.confirmed.includes(each)).length;
  const reason = needsReason(key, draft) ? draft.reason : undefined;
  const isDecided = decision !== null && !own.isChanged;
  const body = { ...draft, places: Math.min(draft.places, last), reason: reason ?? '', confirmed: keys };
  const decideLabel = organizers === 1 ? 'Decide and lock' : 'Decide';
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p className="mr-auto text-sm text-muted wrap-anywhere">
        {left > 0
          ? `${formatCount(left, 'decision')} left.`
          : isDecided &&
            `Decided by ${decision.decidedBy ?? 'a deleted account'}, ${formatDateTime(decision.decidedAt, event)}.${decision.lockRefusal ? ' Another organizer confirms it.' : ''}`}
      </p>
      {isDecided && !decision.lockRefusal && (
        <Button
          size="compact"
          aria-label={`Confirm and lock ${label}`}
          busy={lock.isPending}
          onClick={() => lock.mutate({ body: { group: key, version, revision } })}
        >
          Confirm and lock
        </Button>
      )}
      {!isDecided && (
        <Button
          size="compact"
          aria-label={`${decideLabel} ${label}`}
          disabled={left > 0 || reason?.trim() === '' || own.isOvertaken}
          busy={decide.isPending}
          onClick={() =>
            decide.mutate({ body: { group: key, version, revision, ...body } }, { onSuccess: own.drop })
          }
        >
          {decideLabel}
        </Button>
      )}
    </div>
  );
}

interface EntryProps {
  entry: RankedEntry;
  isWinner: boolean;
  /** The labels of the locked groups that the same project has won. */
  otherPrizes: readonly string[];
  /** Its rank by the scores. */
  byScores: number;
  onUp: (() => void) | false;
  onDown: (() => void) | false;
  onExclude: (reason: string) => void;
}

function Entry({ entry, isWinner, otherPrizes, byScores, onUp, onDown, onExclude }: EntryProps) {
  const { place, tied, name, average, marks } = entry;
  const values = marks.map(({ mark }) => mark);
  const spread = Math.max(...values) - Math.min(...values);
  return (
    <li className={joinClasses('grid gap-1 border-t border-hairline py-2', !isWinner && 'text-muted')}>
      <div className="flex gap-3">
        <span className="w-8 shrink-0 font-mono">
          <Rank rank={place} tied={tied} />
        </span>
        <div className="min-w-0 flex-1 wrap-anywhere">
          <strong>{name}</strong>
          <span className="text-muted"> {describeEntrant(entry)}</span>
          {average && (
            <p className="text-sm">
              <span className="font-mono">{average}</span>
              {values.length > 1 && `, ${Number(spread.toFixed(1))} apart: `}
              {values.length === 1 && ' by '}
              {marks
                .map(({ judge, mark, paper }) => `${judge}: ${mark}${paper ? ' (paper)' : ''}`)
                .join(' · ')}
            </p>
          )}
          {marks.map(
            ({ judge, comment }) =>
              comment && (
                <p key={judge} className="text-sm">
                  “{comment}” <span className="text-muted">{judge}</span>
                </p>
              ),
          )}
          {average && byScores !== place && <p className="text-sm">Place {byScores} by the scores.</p>}
          {otherPrizes.length > 0 && (
            <p className="text-sm text-warning">Also wins {otherPrizes.join(', ')}.</p>
          )}
        </div>
        <span className="flex shrink-0 items-start">
          <MoveButtons name={name} onUp={onUp} onDown={onDown} />
        </span>
      </div>
      {isWinner && entry.concerns.length === 0 && (
        <WithReason
          label="Exclude"
          name={`Exclude ${callEntry(entry)}`}
          question={`Why ${callEntry(entry)} is excluded`}
          onReason={onExclude}
        />
      )}
    </li>
  );
}

interface WithReasonProps {
  label: string;
  /** The accessible name of the button that opens the form. */
  name: string;
  question: string;
  busy?: boolean;
  onReason: (reason: string) => void;
}

function WithReason({ label, name, question, busy = false, onReason }: WithReasonProps) {
  const [reason, setReason] = useState<string>();
  if (reason === undefined)
    return (
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        aria-label={name}
        onClick={() => setReason('')}
      >
        {label}
      </Button>
    );
  return (
    <Form
      className="grid w-full gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
      onSubmit={() => {
        if (reason.trim()) onReason(reason.trim());
      }}
    >
      <Input
        aria-label={question}
        placeholder="Reason, for the audit log"
        maxLength={limits.text.reason}
        value={reason}
        onValueChange={setReason}
      />
      <Button type="submit" variant="secondary" busy={busy} disabled={reason.trim() === ''}>
        {label}
      </Button>
    </Form>
  );
}
