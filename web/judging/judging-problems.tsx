import TriangleAlert from 'lucide:triangle-alert';
import type { ReactNode } from 'react';
import type { JudgeProgress, JudgingProgress } from '../../contract/judging/judging-admin.ts';
import { limits } from '../../contract/limits.ts';
import { formatAgo, formatCount } from '../../contract/platform/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useLiftConflict } from './judging-admin.api.ts';

const { silentAfter, scoresPerTeam } = limits.judging;

export function isSilent({ silentSince }: JudgeProgress, now: number): boolean {
  return silentSince !== null && now - Date.parse(silentSince) >= silentAfter;
}

/** Judges who have not signed in come first, then those from whom nothing came for longest, then those who are done. */
export function sortBySilence(judges: readonly JudgeProgress[]): JudgeProgress[] {
  const rank = ({ signedIn, silentSince }: JudgeProgress) => {
    if (!signedIn) return 0;
    return silentSince ? Date.parse(silentSince) : Number.POSITIVE_INFINITY;
  };
  return judges.toSorted((a, b) => Math.sign(rank(a) - rank(b)) || 0);
}

/** Returns the first of the names, and how many there are besides. */
export function joinSome(names: readonly ReactNode[], max: number): ReactNode {
  const left = names.length - max;
  const shown = names.slice(0, max).map((name, at) => [at > 0 && ', ', name]);
  return left > 0 ? [shown, ` and ${left} more`] : shown;
}

/** What an organizer should do something about, with the names; nothing while all is well. */
export function JudgingProblems({ progress }: { progress: JudgingProgress }) {
  const event = useEvent();
  const now = useNow();
  const lift = useLiftConflict();
  const { judges, tables, categories, conflicts, paused, withoutTable } = progress;
  const absent = judges.filter(({ signedIn }) => !signedIn);
  const silent = paused ? [] : sortBySilence(judges.filter((judge) => isSilent(judge, now)));
  const unreachable = tables.filter(({ withoutJudge }) => withoutJudge);
  const unknown = tables.filter(({ known }) => !known);
  // A category without scores is a problem only once its tables have all of their other scores.
  const isScored = (number: number) =>
    tables.some(({ teamNumber, judges: by }) => teamNumber === number && by.length >= scoresPerTeam);
  const skipped = categories
    .map(({ label, unscored }) => ({ label, numbers: unscored.filter(isScored) }))
    .filter(({ numbers }) => numbers.length > 0);
  const counts = [absent, silent, unreachable, unknown, skipped, conflicts].map(({ length }) => length);
  if ([withoutTable, ...counts].every((count) => count === 0)) return null;
  const problems: [title: string, names: ReactNode[], max: number, advice?: string][] = [
    [
      `${formatCount(absent.length, 'judge has', 'judges have')} not signed in`,
      absent.map(({ name }) => name),
      20,
    ],
    [
      `${formatCount(silent.length, 'judge is', 'judges are')} silent`,
      silent.map(({ name, now: table, silentSince }) => (
        <span key={name}>
          <strong>{name}</strong> {formatAgo(silentSince!, event, new Date(now))}
          {table !== null && ` at table ${table}`}
        </span>
      )),
      20,
    ],
    [
      `${formatCount(unreachable.length, 'table has', 'tables have')} no judge left for ${scoresPerTeam} scores`,
      unreachable.map(({ teamNumber }) => teamNumber),
      30,
      '. Add judges, or let judges of another track score there.',
    ],
    [
      `${formatCount(skipped.length, 'special category lacks', 'special categories lack')} scores`,
      skipped.map(({ label, numbers }) => `${label} at ${numbers.join(', ')}`),
      10,
      '. Ask judges to correct their scores of these tables.',
    ],
    [
      `${formatCount(unknown.length, 'number belongs', 'numbers belong')} to no table`,
      unknown.map(({ teamNumber, judges: by }) => `${teamNumber} (${by.join(', ')})`),
      10,
    ],
  ];
  return (
    <Card
      title="Needs attention"
      aria-live="polite"
      contentClass="grid gap-x-8 gap-y-3 lg:grid-cols-2 2xl:grid-cols-3"
    >
      {withoutTable > 0 && (
        <Problem
          title={formatCount(
            withoutTable,
            'submitted project has no table',
            'submitted projects have no table',
          )}
        >
          <p className="text-sm">
            No judge is sent there. Under Tables, choose “Number tables”, then “Submitted a project”.
          </p>
        </Problem>
      )}
      {problems.map(
        ([title, names, max, advice]) =>
          names.length > 0 && (
            <Problem key={title} title={title}>
              <p className="text-sm wrap-anywhere">
                {joinSome(names, max)}
                {advice}
              </p>
            </Problem>
          ),
      )}
      {conflicts.length > 0 && (
        <Problem title="Conflicts of interest">
          <ul className="grid text-sm">
            {conflicts.map((conflict) => {
              const { username, judgeName, teamNumber, teamName, at } = conflict;
              return (
                <li
                  key={`${username} ${teamNumber}`}
                  className="flex items-center justify-between gap-3 border-t border-hairline"
                >
                  <span className="min-w-0 wrap-anywhere">
                    <strong>{judgeName}</strong> knows {teamName}{' '}
                    <span className="text-muted">
                      #{teamNumber} · {formatAgo(at, event)}
                    </span>
                  </span>
                  <Button
                    variant="ghost"
                    size="compact"
                    aria-label={`Lift the conflict of ${judgeName} with ${teamName}`}
                    busy={lift.isPending && lift.variables === conflict}
                    onClick={() => lift.mutate(conflict)}
                  >
                    Lift
                  </Button>
                </li>
              );
            })}
          </ul>
        </Problem>
      )}
    </Card>
  );
}

export function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="flex gap-2 text-base font-semibold">
        <TriangleAlert size={18} aria-hidden="true" className="mt-1 shrink-0 text-warning" />
        {title}
      </h3>
      {children}
    </section>
  );
}
