import { useState } from 'react';
import type { AnnouncementDraft, AnnouncementPreview } from '../../../contract/event-day/announcements.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { getErrorMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorBox } from '../../ui/page-states.tsx';
import { useAnnouncementPreview } from './announcements.api.ts';
import { LinkedText } from './linked-text.tsx';

/** Returns what happens when it is sent: `214 people, 198 by email, 12 unsubscribed, 4 without a verified address`. */
export function describeReach(
  { receivers, emails, unsubscribed, noAddress }: Omit<AnnouncementPreview, 'samples'>,
  email: boolean,
): string {
  const parts = [
    `${emails} by email`,
    ...(unsubscribed > 0 ? [`${unsubscribed} unsubscribed`] : []),
    ...(noAddress > 0 ? [`${noAddress} without a verified address`] : []),
  ];
  const people = formatCount(receivers, 'person', 'people');
  return email ? `${people}, ${parts.join(', ')}` : `${people}, on their pages only`;
}

interface AnnouncementPreviewCardProps {
  draft: AnnouncementDraft;
  isChosen: boolean;
}

/** The receivers of a draft, and how it reads to the first of them; `isChosen` once the sender has chosen them. */
export function AnnouncementPreviewCard({ draft, isChosen }: AnnouncementPreviewCardProps) {
  const { data, error, refetch } = useAnnouncementPreview(draft, isChosen);
  const [at, setAt] = useState(0);
  const samples = data?.samples ?? [];
  const sample = samples[at % Math.max(1, samples.length)];
  return (
    <Card title="Preview">
      {error && (
        <ErrorBox message={getErrorMessage(error, 'The preview could not be loaded.')} onRetry={refetch} />
      )}
      {!isChosen && <EmptyState text="Choose who receives it." />}
      <p role="status" className="font-semibold">
        {data &&
          (data.receivers > 0 || data.onlyRated
            ? describeReach(data, draft.email)
            : 'Nobody matches these recipients.')}
      </p>
      {data?.onlyRated && (
        <p className="mt-1 text-sm text-muted">
          Review is blind: only people whose application you have rated are counted. The others get it too.
        </p>
      )}
      {data && !sample && <EmptyState text="Choose other recipients." />}
      {sample && (
        <div className="mt-4 grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
            <span className="wrap-anywhere">As {sample.name || 'somebody without a name'} reads it</span>
            {samples.length > 1 && (
              <Button variant="ghost" size="sm" onClick={() => setAt(at + 1)}>
                Next person
              </Button>
            )}
          </div>
          <div className="grid gap-2 rounded-md border border-hairline bg-surface-2 p-4">
            <p className="font-semibold wrap-anywhere">{sample.subject || 'No subject yet'}</p>
            <LinkedText text={sample.text || 'No text yet'} />
          </div>
        </div>
      )}
    </Card>
  );
}
