import { useQueries, useQuery } from '@tanstack/react-query';
import { doorProblems, type RefusedScan } from '../../../contract/event-day/check-in-overview.ts';
import { limits } from '../../../contract/limits.ts';
import { formatDate, formatTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { canOpen } from '../../layout/sidebar-access.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { useSession } from '../../lib/session.api.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useRecentArrivals } from '../check-in/use-recent-arrivals.ts';
import { refusedScansQuery } from './check-in-overview.api.ts';
import { DoneButton } from './done-button.tsx';

/** Somebody who is in already, and what is no pass: the next scan settles it. */
const harmless = new Set(['already_checked_in', 'unreadable_pass']);

const isHarmless = ({ reason, isSettled }: RefusedScan) => isSettled || harmless.has(reason);

/** The refused scans of a checkpoint, and the people who need help at any of them. */
export function RefusedScans({ checkpoint }: { checkpoint: string }) {
  const event = useEvent();
  const { checkpoints = [] } = event ?? {};
  const opensIt = canOpen(useSession().user?.role, paths.dashboard);
  const refused = useQuery(refusedScansQuery(checkpoint));
  const { data } = refused;
  const newcomers = useRecentArrivals(data);
  const all = useQueries({ queries: checkpoints.map(({ id }) => refusedScansQuery(id)) });
  const help = all.flatMap((list) => list.data ?? []).filter((scan) => !isHarmless(scan));
  const lists = [
    { title: 'People who need help', scans: help.toSorted((a, b) => b.at.localeCompare(a.at)) },
    { title: 'Harmless repeats', scans: data?.filter(isHarmless) ?? [] },
  ].filter(({ scans }) => scans.length > 0);
  const isFull = data?.length === limits.checkIn.maxRefusedScans;
  return (
    <Card
      className="max-sm:p-4"
      title="Refused scans"
      aside={
        data && (
          <Badge className="tabular">
            {isFull ? `last ${data.length}` : lists.reduce((sum, { scans }) => sum + scans.length, 0)}
            <span className="sr-only"> scans</span>
          </Badge>
        )
      }
      contentClass="grid gap-4"
    >
      <Loaded query={refused} what="refused scans">
        {() => lists.length === 0 && <p className="text-muted">No scan has been refused here.</p>}
      </Loaded>
      {lists.map(({ title, scans }) => (
        <section key={title} className="grid gap-1" aria-label={title}>
          <h3 className="font-semibold">
            {title} <span className="tabular text-muted">{scans.length}</span>
          </h3>
          <ScrollRegion label={`${title}, newest first`} className="max-h-[320px] overflow-y-auto">
            <ol className="divide-y divide-hairline">
              {scans.map((scan) => {
                const { _id, at, message, person, application, by, note, reason, isSettled } = scan;
                // Shown where it is not the checkpoint of the list.
                const elsewhere = checkpoints.find(
                  ({ id }) => id !== checkpoint && id === scan.checkpoint,
                )?.name;
                const isProblem = reason in doorProblems;
                const link = opensIt && application && `${paths.dashboard}?id=${application}`;
                const who = person ? formatName(person.name) : isProblem ? '' : 'Unknown pass';
                const facts = [
                  by && `${isProblem ? 'reported' : 'scanned'} by ${by}`,
                  isSettled && (isProblem ? 'done' : 'is in now'),
                ];
                return (
                  <li
                    key={_id}
                    className={joinClasses(
                      'flex items-start justify-between gap-4 px-1 py-2.5',
                      newcomers.has(_id) && 'animate-enter bg-rejected-bg',
                    )}
                  >
                    <div className="min-w-0">
                      <p className="font-semibold wrap-anywhere">{message}</p>
                      {note && <p className="wrap-anywhere">{note}</p>}
                      <p className="text-sm wrap-anywhere text-muted">
                        {elsewhere && `${elsewhere} · `}
                        {link && who ? (
                          <AppLink href={link} className="link">
                            {who}
                          </AppLink>
                        ) : (
                          who
                        )}
                        {who && ' · '}
                        {facts.filter(Boolean).join(' · ')}
                      </p>
                      {isProblem && !isSettled && <DoneButton problem={_id} about={who || note || message} />}
                    </div>
                    <time dateTime={at} className="tabular shrink-0 text-right text-sm">
                      <span className="block font-semibold">{formatTime(at, event)}</span>
                      <span className="block text-muted">{formatDate(at, event)}</span>
                    </time>
                  </li>
                );
              })}
            </ol>
          </ScrollRegion>
        </section>
      ))}
    </Card>
  );
}
