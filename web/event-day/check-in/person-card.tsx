import { useEffect, useEffectEvent, useRef } from 'react';
import { formatShortId } from '../../../contract/event-day/short-id.ts';
import { formatDate } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { describeDiet } from '../../lib/detail-options.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { fitName } from './result-screen.tsx';
import { describeGuardian, type ScannedParticipant } from './station-reducer.ts';

const UnlistedCard = lazyPart(() => import('./unlisted-card.tsx'));

interface PersonCardProps {
  candidate: ScannedParticipant;
  /** Priority counts at the entrance only. */
  isEntrance: boolean;
  isConfirming: boolean;
  /** Why the last try failed. */
  trouble: string | undefined;
  /** The card confirms itself after this many milliseconds; undefined when it waits for a person. */
  confirmsIn: number | undefined;
  onConfirm: () => void;
  /** For somebody who is not on this device's list. */
  onLetIn: (name: string) => void;
  onRefuse: () => void;
  onCancel: () => void;
}

const lostPlaceWords = {
  lapsed: 'Their place was given up: no answer came in time.',
  declined: 'Their place was given up: they said that they will not come.',
};

/** Warnings about checking a person in. */
function describeDoubts({ lostPlace, guardianMissing, hint }: ScannedParticipant): string {
  const doubts = [
    lostPlace && lostPlaceWords[lostPlace],
    guardianMissing && describeGuardian(guardianMissing),
    hint,
  ];
  return doubts.filter(Boolean).join(' ');
}

export function PersonCard(props: PersonCardProps) {
  const { candidate, isEntrance, isConfirming, trouble, confirmsIn, onConfirm, onCancel } = props;
  const warning = trouble ?? describeDoubts(candidate);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    // A canceled choice gives the focus back to the row that was chosen.
    return () => {
      if (before?.matches('li > button') && document.activeElement === document.body)
        (before as HTMLElement).focus({ preventScroll: true });
    };
  }, []);
  const confirm = useEffectEvent(onConfirm);
  useEffect(() => {
    if (confirmsIn === undefined) return;
    const timer = setTimeout(() => confirm(), confirmsIn);
    return () => clearTimeout(timer);
  }, [confirmsIn]);
  const title = candidate.from === 'scan' ? 'Participant Information' : 'Selected Participant';
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="grid animate-enter grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border-2 border-ink bg-paper p-5 text-ink outline-none [color-scheme:light]"
    >
      <h3 className="text-lg">{title}</h3>
      {candidate.unlisted ? (
        <UnlistedCard
          asOf={candidate.unlisted.asOf}
          isConfirming={isConfirming}
          onLetIn={props.onLetIn}
          onRefuse={props.onRefuse}
        />
      ) : (
        <>
          <Facts person={candidate} />
          {candidate.from === 'scan' && !candidate.passVerified && (
            <Badge tone="pending" className="justify-self-start">
              unverified — check ID
            </Badge>
          )}
          {warning && (
            <p role="alert" className="font-semibold text-danger">
              {warning}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button className="flex-1" busy={isConfirming} onClick={onConfirm} aria-keyshortcuts="Enter">
              {confirmsIn !== undefined && (
                <svg viewBox="0 0 20 20" className="size-5 -rotate-90" aria-hidden="true">
                  <circle
                    cx="10"
                    cy="10"
                    r="8"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="3"
                    pathLength="1"
                    strokeDasharray="1"
                    className="animate-ring"
                    style={{ animationDuration: `${confirmsIn}ms` }}
                  />
                </svg>
              )}
              Confirm Check-In{isEntrance && candidate.attendanceConfirmed && ' [Priority]'}
              <span className="hidden pointer-fine:inline" aria-hidden="true">
                <Kbd>↵</Kbd>
              </span>
            </Button>
            <Button variant="secondary" disabled={isConfirming} onClick={onCancel} aria-keyshortcuts="Escape">
              Cancel
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Facts({ person }: { person: ScannedParticipant }) {
  const { from, name, userId, email, major, formerName, dietaryRestrictions, tShirtSize, answers } = person;
  const event = useEvent();
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Fact label="Name">
        <span
          className="font-display font-bold tracking-tight break-words"
          style={{ fontSize: fitName(name, 28) }}
        >
          {name || 'Name not known yet'}
        </span>
        {formerName && (
          <span className="block text-sm text-muted">
            was {formerName.name} until {formatDate(formerName.until, event)}
          </span>
        )}
      </Fact>
      {from === 'scan' ? (
        <Fact label="ID">
          <span className="font-mono text-xs break-all">{userId}</span>
        </Fact>
      ) : (
        email === undefined && <Fact label="ID">{formatShortId(userId)}</Fact>
      )}
      {email !== undefined && (
        <Fact label="Email">
          <span className="wrap-anywhere">{email ?? texts.admin.noEmail}</span>
        </Fact>
      )}
      {major !== undefined && <Fact label="Major">{major}</Fact>}
      {dietaryRestrictions && (
        <Fact label="Dietary restrictions">
          <strong className="text-xl">{describeDiet(dietaryRestrictions)}</strong>
        </Fact>
      )}
      {answers?.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      {tShirtSize && (
        <Fact label="T-shirt size">
          <strong className="text-xl">{tShirtSize}</strong>
        </Fact>
      )}
    </dl>
  );
}
