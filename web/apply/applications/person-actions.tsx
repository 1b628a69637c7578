import Check from 'lucide:check';
import Undo2 from 'lucide:undo-2';
import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Application } from '../../../contract/apply/applications.ts';
import { problems } from '../../../contract/errors.ts';
import { texts } from '../../../contract/texts.ts';
import { FreshSignIn } from '../../layout/fresh-sign-in.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session.api.ts';
import { useNow } from '../../lib/use-now.ts';
import { ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import {
  useDeleteParticipant,
  useLiftRemoval,
  useMergeAccounts,
  useRemoveParticipant,
  useReplacePass,
} from './applications.api.ts';
import {
  placeFiguresQuery,
  useAnswerForApplicant,
  useExtendOffer,
  useOfferPlace,
} from './places/places.api.ts';
import type { ApplicationReviewState } from './use-application-review.ts';
import type { Decision } from './use-bulk-change.ts';
import { useCanDecide } from './use-can-decide.ts';

const MomentDialog = lazyPart(() => import('../../ui/moment-dialog.tsx'));
const ReasonDialog = lazyPart(() => import('../../event-day/check-in-overview/reason-dialog.tsx'));

interface StatusActionsProps {
  application: Application;
  review: ApplicationReviewState;
  shortcuts: boolean;
}

/** The allowed changes of an application's status; a refusal is shown below them until it is dismissed. */
export function StatusActions({ application, review, shortcuts }: StatusActionsProps) {
  const { refusal } = review;
  const canDecide = useCanDecide();
  const group = useRef<HTMLFieldSetElement>(null);
  // The pressed button disappears, and would take the focus with it.
  const keepFocus = (change: (status: Decision) => void) => (status: Decision) => {
    group.current?.focus();
    change(status);
  };
  const onDecide = keepFocus((status) => review.decide(application, status));
  const waits = application.place?.state === 'waiting';
  return (
    <div className="grid gap-3 border-b border-hairline px-5 py-4">
      <fieldset
        ref={group}
        tabIndex={-1}
        aria-label="Status"
        className="flex flex-wrap gap-3"
        hidden={!canDecide}
      >
        {application.status !== 'approved' && !waits && (
          <Button aria-keyshortcuts={shortcuts ? 'a' : undefined} onClick={() => onDecide('approved')}>
            <Check />
            {texts.admin.toApproved}
            <Hint shown={shortcuts}>a</Hint>
          </Button>
        )}
        {application.status !== 'rejected' && (
          <Button
            variant={application.status === 'pending' ? 'secondary' : 'danger'}
            aria-keyshortcuts={shortcuts ? 'r' : undefined}
            onClick={() => onDecide('rejected')}
          >
            <X />
            {texts.admin.toRejected}
            <Hint shown={shortcuts}>r</Hint>
          </Button>
        )}
        <UndoButton
          key={application.undoUntil}
          application={application}
          onUndo={keepFocus((status) => review.undo(application._id, status))}
        />
      </fieldset>
      {application.claim && !application.claim.mine && (
        <p className="text-sm font-semibold text-warning">
          {application.claim.by} reviews this at the moment.
        </p>
      )}
      {application.guardian && !application.guardian.confirmedAt && (
        <p className="text-sm font-semibold text-warning">
          {application.guardian.declinedAt
            ? 'Their parent or guardian said no.'
            : 'Their parent or guardian has not said yes.'}
        </p>
      )}
      {waits && application.status === 'pending' && (
        <p className="text-sm text-muted">
          Approved, and pending for the applicant until a place is free: on the waitlist.
        </p>
      )}
      {application.held && (
        <p className="text-sm text-muted">
          Held: the applicant sees no change until the decisions are released.
        </p>
      )}
      {refusal?.id === application._id && (
        <ErrorBox message={refusal.message} onDismiss={review.dismissRefusal} />
      )}
    </div>
  );
}

function UndoButton(props: { application: Application; onUndo: (status: Decision) => void }) {
  const { application, onUndo } = props;
  const { undoUntil, place } = application;
  const status = place?.state === 'waiting' ? 'approved' : application.status;
  const now = useNow(1000);
  if (status === 'pending' || !undoUntil || Date.parse(undoUntil) <= now) return null;
  return (
    <Button variant="ghost" onClick={() => onUndo(status)}>
      <Undo2 />
      Undo the decision
    </Button>
  );
}

function Hint({ shown, children }: { shown: boolean; children: string }) {
  if (!shown) return null;
  return (
    <span aria-hidden="true" className="max-sm:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}

/** Actions on a person's place: answer for them, extend an offer, or offer one out of turn. */
export function PlaceActions({ application }: { application: Application }) {
  const event = useEvent();
  const [open, setOpen] = useState<'hold' | 'offer'>();
  const close = () => setOpen(undefined);
  const answer = useAnswerForApplicant();
  const extend = useExtendOffer();
  const offer = useOfferPlace();
  const { _id: id, status, user, place, attendanceConfirmed, attendanceDeclined, checkedInAt } = application;
  const name = formatName(user.name);
  const canAnswer = status === 'approved' && !checkedInAt;
  const canOffer =
    event?.capacity !== undefined &&
    !checkedInAt &&
    place?.state !== 'offered' &&
    place?.state !== 'confirmed';
  if (!canAnswer && !canOffer) return null;
  const decline = async () => {
    const question = {
      title: `Decline for ${name}?`,
      body:
        event?.capacity === undefined
          ? 'They can still change the answer themselves.'
          : 'The place is free for somebody else at once.',
      confirmLabel: 'Decline for them',
    };
    if (await ask(question)) answer.mutate({ id, attending: false });
  };
  return (
    <fieldset
      aria-label="Place"
      className="flex flex-wrap gap-2 border-b border-hairline px-5 py-3"
      disabled={answer.isPending}
    >
      {canAnswer && !attendanceConfirmed && (
        <Button size="compact" variant="secondary" onClick={() => answer.mutate({ id, attending: true })}>
          Confirm for them
        </Button>
      )}
      {canAnswer && !attendanceDeclined && (
        <Button size="compact" variant="secondary" onClick={() => void decline()}>
          Decline for them
        </Button>
      )}
      {place?.until && (
        <Button size="compact" variant="secondary" onClick={() => setOpen('hold')}>
          Hold longer
        </Button>
      )}
      {canOffer && (
        <Button size="compact" variant="secondary" onClick={() => setOpen('offer')}>
          Offer a place now
        </Button>
      )}
      {open === 'hold' && place?.until && (
        <MomentDialog
          title={`Hold the place of ${name} longer?`}
          description="They get an email with the new time."
          label="Hold until"
          confirmLabel="Hold place"
          initial={place.until}
          action={extend}
          onConfirm={(until) => extend.mutate({ id, until }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {open === 'offer' && (
        <ReasonDialog
          title={`Offer ${name} a place now?`}
          description="They are approved and get the email at once, ahead of the waitlist, and beyond the capacity if every place is taken."
          confirmLabel="Offer place"
          action={{ ...offer, mutate: (reason, then) => offer.mutate({ id, reason }, then) }}
          onClose={close}
        />
      )}
    </fieldset>
  );
}

/** Actions on a person rather than their application: pass, accounts and removal. */
export function PersonActions({ application }: { application: Application }) {
  const { user, status, removedAt } = application;
  const name = formatName(user.name);
  const isOwner = useSession().user?.isOwner === true;
  const [open, setOpen] = useState<'remove' | 'merge-this' | 'merge-other'>();
  const close = () => setOpen(undefined);
  const event = useEvent();
  const hasPlaces = event?.capacity !== undefined;
  const { data: places } = useQuery({ ...placeFiguresQuery, enabled: hasPlaces && open === 'remove' });
  const replace = useReplacePass(user._id);
  const remove = useRemoveParticipant(user._id, name);
  const [search, setSearch] = useSearchParams();
  const erase = useDeleteParticipant(application, () => {
    search.delete('id');
    setSearch(search);
  });
  const lift = useLiftRemoval(user._id, name);
  const merge = useMergeAccounts(user._id);
  const askToReplace = {
    title: `Replace the pass of ${name}?`,
    body: 'The old code stops working at once. They get an email with a link to the new one, and you can show it here.',
    confirmLabel: 'Replace the pass',
  };
  const askToErase = {
    title: `Delete everything about ${name}?`,
    body: 'Their account, application and files are deleted as if they had done it themselves. The log does not name them. You cannot undo this.',
    confirmLabel: 'Delete all their data',
    danger: true,
  };
  const items = [
    status === 'approved' && {
      label: 'Replace the pass',
      onSelect: () => void ask(askToReplace, () => replace.mutateAsync()),
    },
    { label: 'Merge another account into this one', onSelect: () => setOpen('merge-this') },
    !user.email && { label: 'Merge this account into another one', onSelect: () => setOpen('merge-other') },
    application.can.remove &&
      !removedAt && { label: 'Remove from the event', danger: true, onSelect: () => setOpen('remove') },
    isOwner &&
      application.can.remove && {
        label: 'Delete all their data',
        danger: true,
        onSelect: () => void ask(askToErase, () => erase.mutateAsync()),
      },
  ];
  return (
    <>
      <Menu
        label="More"
        name={`More about ${name}`}
        variant="ghost"
        items={items.filter((item) => item !== false)}
      />
      {removedAt && (
        <Button variant="secondary" size="sm" busy={lift.isPending} onClick={() => lift.mutate()}>
          Lift the removal
        </Button>
      )}
      <FreshSignIn action={erase} />
      <Dialog
        open={replace.data !== undefined}
        onClose={replace.reset}
        title={`New pass of ${name}`}
        description="Scan it, or let them take a picture of it."
      >
        <img
          src={replace.data?.qrCode}
          alt={`Check-in QR code for ${name}`}
          className="mx-auto size-64 max-w-full rounded-md bg-white p-3 [image-rendering:pixelated]"
        />
      </Dialog>
      {open === 'remove' && (
        <ReasonDialog
          title={`Remove ${name} from the event?`}
          description={`Their pass stops working, they leave their team and are signed out, and stations call an organizer. They get no email. Their check-ins stay${event?.lending ? ', and so does what they have borrowed: ask for it back' : ''}. You can lift this later${status === 'approved' && places && places.waiting > 0 ? ', but the next person on the waitlist gets their place at once.' : '.'}`}
          confirmLabel="Remove from the event"
          action={remove}
          onClose={close}
        />
      )}
      {(open === 'merge-this' || open === 'merge-other') && (
        <ReasonDialog
          title={`Merge two accounts of ${user.name}?`}
          description={`${open === 'merge-this' ? 'The other account ends' : 'This account ends'}, with its application, team and answers. Its ways to sign in lead to the one that stays. Both addresses are notified. This cannot be undone.`}
          confirmLabel="Merge accounts"
          ask={{
            label: 'Email of the other account',
            hint: 'Make sure that it is the same person.',
            missing: problems.email_needed.message,
          }}
          action={{
            ...merge,
            mutate: (email, then) =>
              merge.mutate({ email, keeps: open === 'merge-this' ? 'this' : 'other' }, then),
          }}
          onClose={close}
        />
      )}
    </>
  );
}
