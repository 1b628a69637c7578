import { useState } from 'react';
import type { Application } from '../../../../contract/apply/applications.ts';
import { useEvent } from '../../../lib/event.api.ts';
import { formatName } from '../../../lib/format-name.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnswerForApplicant, useExtendOffer, useOfferPlace } from './places.api.ts';

const MomentDialog = lazyPart(() => import('../../../ui/moment-dialog.tsx'));
const ReasonDialog = lazyPart(() => import('../../../event-day/check-in-overview/reason-dialog.tsx'));

/** What an organizer does about somebody's place: answer for them, hold it longer, or offer one out of turn. */
export function PlaceActions({ application }: { application: Application }) {
  const event = useEvent();
  const [open, setOpen] = useState<'hold' | 'offer'>();
  const close = { onSuccess: () => setOpen(undefined) };
  const answer = useAnswerForApplicant();
  const extend = useExtendOffer(close);
  const offer = useOfferPlace(close);
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
      title: `Say no for ${name}?`,
      body:
        event?.capacity === undefined
          ? 'They can still change the answer themselves.'
          : 'The place is free for somebody else at once.',
      confirmLabel: 'Say no for them',
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
          Say yes for them
        </Button>
      )}
      {canAnswer && !attendanceDeclined && (
        <Button size="compact" variant="secondary" onClick={() => void decline()}>
          Say no for them
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
          onConfirm={(until) => extend.mutate({ id, until })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'offer' && (
        <ReasonDialog
          title={`Offer ${name} a place now?`}
          description="They are approved and get the email at once, ahead of the waitlist, and beyond the capacity if every place is taken."
          confirmLabel="Offer place"
          action={{ ...offer, mutate: (reason, then) => offer.mutate({ id, reason }, then) }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </fieldset>
  );
}
