import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { applicationHistoryQuery } from './applications.api.ts';
import { DetailSection } from './detail-section.tsx';

const descriptions: Record<string, string> = {
  'agreement.made': 'agreed to a text of the event',
  'agreement.revoked': 'took an agreement back',
  'answers.changed': 'changed answers',
  'application.approved': 'approved the application',
  'application.rejected': 'rejected the application',
  'application.undone': 'undid the decision',
  'application.released': 'released the decision',
  'application.lapsed': 'ended the offer of a place: no answer came',
  'application.offered': 'offered a place from the waitlist',
  'waitlist.moved': 'moved them on the waitlist',
  'check-in.admitted': 'checked them in',
  'check-in.undone': 'undid a check-in',
  'check-in.settled': 'resolved a double check-in',
  'file.downloaded': 'downloaded a document',
  'guardian.asked': 'asked their parent or guardian again',
  'guardian.confirmed': 'recorded that their parent or guardian says yes',
  'name.changed': 'changed their name',
  'pass.renewed': 'renewed the pass',
  'role.admin': 'made them an organizer',
  'role.volunteer': 'made them a volunteer',
  'role.hacker': 'removed their role',
};

/** Who did what to an application and its applicant, newest first. */
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
              <strong>{entry.by ?? 'The system'}</strong> {descriptions[entry.action] ?? entry.action}
              {entry.reason && `: ${entry.reason}`}
            </span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}
