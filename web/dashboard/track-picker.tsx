import Lock from 'lucide:lock';
import { type KeyboardEvent, useState } from 'react';
import { fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { fill, texts } from '../../contract/texts.ts';
import { queryClient } from '../lib/call.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { toTrackChoices } from '../lib/track-choices.ts';
import { teamQuery } from '../teams/teams.api.ts';
import { ask } from '../ui/ask.tsx';
import { Badge } from '../ui/badge.tsx';
import { Collapsible } from '../ui/card.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { useUpdateTrack } from './dashboard.api.ts';
import type { TrackAbout } from './track-description.tsx';

type Track = EventView['tracks'][number];

/** Returns what must be asked before the move to a track; null when nothing. Refusals are the server's. */
export function findTrackQuestion(
  { requiresPitchDeck, maxTeamSize }: Track,
  memberCount: number | undefined,
) {
  if (requiresPitchDeck) return 'deck';
  return maxTeamSize !== undefined && memberCount === maxTeamSize ? 'limit' : null;
}

// Loaded on demand.
const DeckDialog = lazyPart(() => import('./deck-dialog.tsx'));
const TrackDescription = lazyPart(() => import('./track-description.tsx'));

const groupId = 'track-choice';

// Each choice here is an act with consequences. Arrows therefore only move the focus; Space chooses.
function moveOnly(key: KeyboardEvent<HTMLInputElement>) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key.key];
  if (step === undefined) return;
  key.preventDefault();
  const all = [...document.querySelectorAll<HTMLInputElement>(`#${groupId} input`)];
  all[(all.indexOf(key.currentTarget) + step + all.length) % all.length]?.focus();
}

// After a dialog the focus returns to the track that is chosen then.
const chosenCard = () => document.querySelector<HTMLElement>(`#${groupId} input:checked`);

/** The choice of track: open while the application is, then shown as it was reviewed. It changes at once on screen. */
export function TrackPicker({ event, application }: ApplicantProps) {
  const user = useUser();
  const { tracks } = event;
  const updateTrack = useUpdateTrack();
  /** The track that a deck is asked for. */
  const [deckTrack, setDeckTrack] = useState<Track>();
  const choose = async (track: Track) => {
    if (track.id === application.track) return;
    // If the team cannot be read now, the server still checks its size.
    const team =
      user.team && track.maxTeamSize !== undefined
        ? await queryClient
            .fetchQuery({ ...teamQuery(user.team), staleTime: 0, retry: false })
            .catch(() => undefined)
        : undefined;
    const question = findTrackQuestion(track, team?.members.length);
    if (question === 'deck') return setDeckTrack(track);
    const isLimitFine = () =>
      ask({
        title: `Switch to ${track.title}?`,
        body: fill(texts.track.limitedConfirm, { track: track.id, max: track.maxTeamSize ?? 0 }),
        confirmLabel: 'Continue',
        returnFocus: chosenCard,
      });
    if (question === null || (await isLimitFine())) updateTrack.mutate(track);
  };
  const takeStoredDeck = () => {
    if (deckTrack) updateTrack.mutate(deckTrack);
    setDeckTrack(undefined);
  };
  const [described, setDescribed] = useState<TrackAbout>();
  const open = application.can.changeTrack;
  const deckAsked = tracks.find(({ requiresPitchDeck }) => requiresPitchDeck);
  const descriptions = (
    <div className="mt-3 flex flex-wrap gap-x-6">
      {tracks.map(
        ({ id, description }) =>
          description && (
            <button
              key={id}
              type="button"
              className="link min-h-11"
              onClick={() => setDescribed(description)}
            >
              {description.title}
            </button>
          ),
      )}
      {application.can.uploadDeck && application.track === deckAsked?.id && (
        <button type="button" className="link min-h-11" onClick={() => setDeckTrack(deckAsked)}>
          Replace pitch deck
        </button>
      )}
    </div>
  );
  const dialogs = (
    <>
      {deckTrack && (
        <DeckDialog
          track={deckTrack}
          onUseStored={
            application.pitchDeckUrl && application.track !== deckTrack.id ? takeStoredDeck : undefined
          }
          onClose={() => setDeckTrack(undefined)}
          returnFocus={chosenCard}
        />
      )}
      {described && <TrackDescription about={described} onClose={() => setDescribed(undefined)} />}
    </>
  );
  // After a rejection "Under Review" would give false hope, so it is behind the line.
  const isRejected = application.status === 'rejected';
  const locked = (
    <>
      <Badge>
        <Lock size={14} />
        {texts.track.underReview}
      </Badge>
      <span className="text-sm text-muted">
        {application.status === 'approved' ? 'Approved' : 'Reviewed'} with this track: it can no longer
        change.
      </span>
    </>
  );
  if (!open)
    return (
      <Collapsible
        line={
          <>
            <span className="font-semibold">{fieldLabels.track}</span>
            <span className="text-muted [[open]>summary>&]:hidden">
              {tracks.find(({ id }) => id === application.track)?.title ?? application.track}
            </span>
            {!isRejected && locked}
          </>
        }
      >
        {isRejected && <p className="mb-3 flex flex-wrap items-center gap-3">{locked}</p>}
        <RadioChips
          id={groupId}
          name="track"
          legend={fieldLabels.track}
          hideLegend
          options={toTrackChoices(event).options}
          value={application.track}
          disabled
        />
        {descriptions}
        {dialogs}
      </Collapsible>
    );
  return (
    <>
      <RadioCards
        id={groupId}
        name="track"
        legend={fieldLabels.track}
        hint={`You can change it until ${application.place ? 'you get a place' : 'your application has been reviewed'}.`}
        {...toTrackChoices(event)}
        value={application.track}
        onKeyDown={moveOnly}
        onValueChange={(value) => {
          const track = tracks.find(({ id }) => id === value);
          if (track) void choose(track);
        }}
      />
      {descriptions}
      {dialogs}
    </>
  );
}
