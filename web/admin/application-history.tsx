import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../contract/format.ts';
import { useEvent } from '../lib/event.api.ts';
import { applicationHistoryQuery } from './applications.api.ts';

const deeds: Record<string, string> = {
  'application.approved': 'approved the application',
  'application.rejected': 'rejected the application',
  'check-in.admitted': 'checked them in',
  'check-in.undone': 'took a check-in back',
  'check-in.settled': 'settled a double check-in',
  'pass.renewed': 'renewed the pass',
  'role.admin': 'made them an organiser',
  'role.volunteer': 'let them help at the door',
  'role.hacker': 'took their role back',
};

/** Who did what to an application and its person, newest first. */
export function ApplicationHistory({ id }: { id: string }) {
  const { data } = useQuery(applicationHistoryQuery(id));
  const event = useEvent();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="text-lg">
        History
      </h3>
      <ol className="mt-2 grid gap-2">
        {data.toReversed().map((act) => (
          <li key={act._id} className="grid gap-x-4 text-sm sm:grid-cols-[12rem_1fr]">
            <time dateTime={act.at} className="text-muted">
              {formatDateTime(act.at, event)}
            </time>
            <span>
              <strong>{act.by ?? 'The program'}</strong> {deeds[act.action] ?? act.action}
              {act.reason && `: ${act.reason}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
