import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { describeAction } from '../../lib/audited-actions.ts';
import { useEvent } from '../../lib/event.api.ts';
import { applicationHistoryQuery } from './applications.api.ts';
import { DetailSection } from './detail-section.tsx';

/** What was done to an application and its applicant, and by whom, newest first. */
export function ApplicationHistory({ id }: { id: string }) {
  const { data } = useQuery(applicationHistoryQuery(id));
  const event = useEvent();
  if (!data || data.length === 0) return null;
  return (
    <DetailSection title="History">
      <ol className="grid gap-2">
        {data.toReversed().map((entry) => (
          <li key={entry._id} className="grid gap-x-4 text-sm sm:grid-cols-[12rem_1fr]">
            <time dateTime={entry.at} className="text-muted">
              {formatDateTime(entry.at, event)}
            </time>
            <span>
              <strong>{entry.by ?? 'The system'}</strong> {describeAction(entry.action)}
              {entry.reason && `: ${entry.reason}`}
            </span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}
