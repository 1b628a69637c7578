import Check from 'lucide:check';
import X from 'lucide:x';
import { Dialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { useNow } from '../../lib/use-now.ts';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusReturn } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { ScorePad } from '../../ui/score-pad.tsx';
import type { JudgeRubric } from './judge-rubric.ts';
import { describeNoTable, type useNextTable } from './next-table.tsx';
import type { ScoreDraft } from './score-draft.ts';

const screen =
  'fixed inset-0 z-(--z-dialog) mx-auto flex max-w-2xl animate-fade flex-col bg-bg text-text outline-none';
const bar = 'flex items-center gap-3 border-edge px-4';

interface CardFrameProps {
  title: ReactNode;
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

function CardFrame({ title, aside, onClose, children }: CardFrameProps) {
  const focus = useFocusReturn(() => document.querySelector<HTMLElement>('main h1'));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-dialog) bg-bg" />
        <Dialog.Content aria-describedby={undefined} {...focus} className={screen}>
          <div className={`${bar} border-b-2 py-1.5`}>
            <Dialog.Title className="line-clamp-2 min-w-0 flex-1 text-lg leading-tight">{title}</Dialog.Title>
            {aside}
            <Dialog.Close
              aria-label="Close"
              className="-mr-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2"
            >
              <X size={22} strokeWidth={1.75} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The minutes at this table as a ring, full after as many as a visit should take. */
function MinuteRing({ since }: { since: number }) {
  const passed = Math.max(0, useNow(1000) - since);
  const minutes = Math.floor(passed / 60_000);
  const share = Math.min(1, passed / limits.judging.perTable);
  return (
    <div
      role="timer"
      aria-label={`${minutes} of ${limits.judging.perTable / 60_000} minutes`}
      className="relative size-11 shrink-0"
    >
      <svg viewBox="0 0 44 44" aria-hidden="true" className="size-11 -rotate-90 fill-none stroke-[5]">
        <circle cx="22" cy="22" r="18" className="stroke-surface-2" />
        <circle
          cx="22"
          cy="22"
          r="18"
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
          className={share < 1 ? 'stroke-primary' : 'stroke-accent'}
        />
      </svg>
      <span aria-hidden="true" className="absolute inset-0 grid place-items-center font-mono text-sm">
        {minutes}′
      </span>
    </div>
  );
}

interface ScoreCardProps {
  title: string;
  rubric: JudgeRubric;
  draft: ScoreDraft;
  total: number;
  /** How many categories that the team entered wait for a mark, and of how many; undefined where it entered none. */
  unset: { count: number; of: number } | undefined;
  onTried: () => void;
  busy: boolean;
  /** Why the table cannot be scored, or what to know before. */
  note?: ReactNode;
  isLocked: boolean;
  skip: ReactNode;
  onChange: (changes: Partial<ScoreDraft>) => void;
  onSubmit: () => void;
  onClose: () => void;
  /** What can be scored besides the rubric. */
  children?: ReactNode;
}

/** The table that a judge is at: one tap for each criterion, and nothing counts as 0 that was not given. */
export function ScoreCard(props: ScoreCardProps) {
  const { title, rubric, draft, total, unset, busy, note, isLocked, skip, children } = props;
  const [tried, setTried] = useState(false);
  const left = rubric.criteria.filter(({ key }) => getOwnValue(draft.scores, key) === undefined).length;
  const missing = left + (unset?.count ?? 0);
  const send = (form: FormEvent<HTMLFormElement>) => {
    if (missing === 0) return props.onSubmit();
    setTried(true);
    props.onTried();
    form.currentTarget.querySelector<HTMLElement>('[role="radiogroup"]:not(:has(:checked)) input')?.focus();
  };
  return (
    <CardFrame
      title={title}
      aside={<MinuteRing key={draft.startedAt} since={draft.startedAt ?? Date.now()} />}
      onClose={props.onClose}
    >
      <Form noValidate onSubmit={send} className="flex min-h-0 flex-1 flex-col">
        <div className="grid flex-1 content-start gap-2.5 overflow-y-auto px-4 py-2">
          {rubric.criteria.map(({ key, label, weight }) => (
            <ScorePad
              key={key}
              label={label}
              aside={`${weight}%`}
              value={getOwnValue(draft.scores, key)}
              isMissing={tried && getOwnValue(draft.scores, key) === undefined}
              onChange={(mark) => props.onChange({ scores: { ...draft.scores, [key]: mark } })}
            />
          ))}
          {children}
        </div>
        <div
          ref={bottomBar}
          className="sticky bottom-0 border-t-2 border-edge px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
        >
          {note}
          <div className="flex items-center gap-2">
            <p className="mr-auto grid">
              <span role="status" className="text-xs text-muted">
                {missing > 0
                  ? `${missing} of ${rubric.criteria.length + (unset?.of ?? 0)} left to score`
                  : 'Total'}
              </span>
              <span className="tabular font-mono text-lg whitespace-nowrap">
                {left === rubric.criteria.length ? '–' : total.toFixed(1)}
                <span className="text-sm text-muted"> / 100</span>
              </span>
            </p>
            {skip}
            <Button type="submit" busy={busy} disabled={isLocked}>
              {busy ? 'Submitting...' : 'Submit'}
            </Button>
          </div>
        </div>
      </Form>
    </CardFrame>
  );
}

interface ScoredCardProps {
  title: string;
  total: number;
  suggestion: ReturnType<typeof useNextTable>;
  /** The suggestion is still that of before. */
  isWaiting: boolean | undefined;
  isUndoing: boolean;
  onUndo: () => void;
  onNext: (table: { teamNumber: number; teamName: string }) => void;
  onClose: () => void;
}

export function ScoredCard({ title, total, suggestion, isWaiting, isUndoing, ...on }: ScoredCardProps) {
  const next = suggestion?.next;
  return (
    <CardFrame title={title} onClose={on.onClose}>
      <div className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
        <Check size={64} strokeWidth={2.5} aria-hidden="true" className="text-success" />
        <p className="tabular font-mono text-3xl">{total.toFixed(1)}</p>
        <p className="wrap-anywhere text-muted">for {title}</p>
      </div>
      <div
        ref={bottomBar}
        className="sticky bottom-0 grid gap-2 border-t-2 border-edge px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        {suggestion && !isWaiting && (
          <p role="status" className="text-sm wrap-anywhere text-muted">
            {next
              ? `${next.teamName} · ${suggestion.done} of ${suggestion.total} done, about ${suggestion.minutesLeft} min left`
              : describeNoTable(suggestion)}
          </p>
        )}
        <div className="flex gap-3">
          <Button variant="secondary" busy={isUndoing} onClick={on.onUndo}>
            Undo
          </Button>
          {next ? (
            <Button className="flex-1" busy={isWaiting} onClick={() => on.onNext(next)}>
              Next: {next.teamNumber}
            </Button>
          ) : (
            <Button className="flex-1" onClick={on.onClose}>
              Done
            </Button>
          )}
        </div>
      </div>
    </CardFrame>
  );
}
