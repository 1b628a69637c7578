import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Application } from '../../../contract/apply/applications.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { Selected } from '../../event-day/announcements/announcement-form.tsx';
import { queryClient } from '../../lib/call.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { staffQuery } from '../../people/staff/staff.api.ts';
import { ask } from '../../ui/ask.tsx';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { applicationCountsQuery, decisionPreviewQuery, useMoveToWaitlist } from './applications.api.ts';
import { downloadApplications } from './download-applications.ts';
import { describePlaces, describeUnchanged } from './places/describe-place.ts';
import { placeFiguresQuery } from './places/places.api.ts';
import { useAssignReviewer } from './reviews/reviews.api.ts';
import type { Decision } from './use-bulk-change.ts';

const verbs: Record<Decision, string> = { approved: 'Approve', rejected: 'Reject' };

const namesShown = 5;

/** Lists the selected people: `Ada, Bob and 55 more people`. */
function listNames(applications: readonly Application[]): string {
  const names = applications.slice(0, namesShown).map(({ user }) => formatName(user.name));
  const more = applications.length - names.length;
  if (more > 0) names.push(formatCount(more, 'more person', 'more people'));
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The `ref` of the bar: leaves the focus at the list when the bar goes with it. */
function placeBar(bar: HTMLElement) {
  const leave = bottomBar(bar);
  return () => {
    leave?.();
    if (bar.contains(document.activeElement))
      document.getElementById('application-list')?.focus({ preventScroll: true });
  };
}

function ReviewerDialog({ applications, onClose }: { applications: Application[]; onClose: () => void }) {
  const { data } = useQuery(staffQuery);
  const reviewers = (data?.members ?? []).filter(({ role }) =>
    ['owner', 'organizer', 'application-reviewer'].includes(role),
  );
  const [reviewer, setReviewer] = useState('');
  const assign = useAssignReviewer();
  return (
    <ConfirmDialog
      open
      title={`Who reviews ${formatCount(applications.length, 'application')}?`}
      body={
        <span className="grid gap-3">
          <span>
            {listNames(applications)} will be in their share until they are rated, decided on or given back.
          </span>
          <Select
            aria-label="Reviewer"
            placeholder="Choose a reviewer"
            options={reviewers.map(({ _id, name, email }) => ({ value: _id, label: name || email }))}
            value={reviewer}
            onValueChange={setReviewer}
          />
        </span>
      }
      confirmLabel="Set reviewer"
      busy={assign.isPending}
      onCancel={onClose}
      onConfirm={() =>
        reviewer
          ? assign.mutate({ ids: applications.map(({ _id }) => _id), reviewer }, { onSettled: onClose })
          : toast.error('Choose a reviewer first.')
      }
    />
  );
}

export function BulkBar(props: {
  selected: ReadonlyMap<string, Application>;
  onChange: (applications: Application[], status: Decision) => void;
  onClear: () => void;
}) {
  const [asked, setAsked] = useState<Decision>();
  const [giving, setGiving] = useState(false);
  const { data: preview } = useQuery(decisionPreviewQuery([...props.selected.keys()], asked));
  const { data: counts } = useQuery(applicationCountsQuery);
  const waitlist = useMoveToWaitlist();
  const event = useEvent();
  const navigate = useNavigate();
  const applications = [...props.selected.values()];
  const count = applications.length;
  if (count === 0) return null;
  const { changing, unchanged } = describeUnchanged(applications, asked ?? 'approved');

  function copyEmails() {
    const emails = applications.flatMap(({ user }) => user.email ?? []);
    return copyText(emails.join(', '), {
      done: `${formatCount(emails.length, 'email address', 'email addresses')} copied.`,
      failed: 'The addresses could not be copied. Export the list instead.',
    });
  }

  function message() {
    if (count > limits.announcement.selected)
      return void toast.error(`Select at most ${limits.announcement.selected} people to write to them.`);
    const selected: Selected = {
      segment: { applications: applications.map(({ _id }) => _id) },
      names: listNames(applications),
    };
    void navigate(paths.announcements, { state: selected });
  }

  const download = () =>
    downloadApplications(applications, event ?? { checkpoints: [] }).catch(() =>
      toast.error('The export failed. Please try again.'),
    );

  async function moveToWaitlist() {
    const places = await queryClient.fetchQuery(placeFiguresQuery).catch(() => undefined);
    const question = {
      title: `Move ${formatCount(count, 'application')} to the waitlist?`,
      body:
        places && places.free > places.waiting
          ? `Nobody waits while a place is free: ${formatCount(places.free, 'place is', 'places are')}. Approve them instead.`
          : `${listNames(applications)} will wait at its end and get an email. Places that they were offered go to whoever waits longest.`,
      confirmLabel: 'Move to waitlist',
    };
    await ask(question, () => waitlist.mutateAsync(applications.map(({ _id }) => _id)));
  }

  return (
    <section
      ref={placeBar}
      aria-label="Bulk actions"
      className="sticky bottom-4 z-(--z-bulk) flex flex-wrap items-center gap-2 rounded-lg border-2 border-edge bg-surface p-3 shadow-press"
    >
      <p role="status" className="mr-auto px-2">
        <strong className="tabular">{count}</strong> selected
      </p>
      <Button size="sm" onClick={() => setAsked('approved')}>
        Approve
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setAsked('rejected')}>
        Reject
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void copyEmails()}>
        Copy emails
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void download()}>
        Export CSV
      </Button>
      <a
        href={`${paths.badges}#${applications.map(({ _id }) => _id).join(',')}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClasses('ghost', 'sm')}
      >
        Print badges
      </a>
      <Button size="sm" variant="ghost" onClick={message}>
        Message these
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setGiving(true)}>
        Set reviewer
      </Button>
      {event?.capacity !== undefined && (
        <Button size="sm" variant="ghost" onClick={() => void moveToWaitlist()}>
          Move to waitlist
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={props.onClear}>
        Clear
      </Button>
      {giving && <ReviewerDialog applications={applications} onClose={() => setGiving(false)} />}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked && `${verbs[asked]} ${formatCount(count, 'application')}?`}
        body={
          <>
            {changing.length > 0 &&
              `${listNames(changing)} will ${counts?.holding ? 'learn it when you release the decisions' : 'see it on their dashboard and get an email'}. `}
            <strong className="text-text">
              {changing.length > 0 && preview?.places && `${describePlaces(preview.places, event)}. `}
              {unchanged}{' '}
              {preview && preview.failed.length > 0 && `${preview.failed.length} cannot be changed.`}
            </strong>
          </>
        }
        confirmLabel={asked ? verbs[asked] : ''}
        danger={asked === 'rejected'}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) props.onChange(applications, asked);
          setAsked(undefined);
        }}
      />
    </section>
  );
}
