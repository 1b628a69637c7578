import Lock from 'lucide:lock';
import { type KeyboardEvent, useState } from 'react';
import { type Application, fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { fill, texts } from '../../contract/texts.ts';
import { queryClient } from '../lib/call.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { toTrackChoices } from '../lib/track-choices.ts';
import { teamQuery } from '../teams/teams.api.ts';
import { Badge } from '../ui/badge.tsx';
import { Collapsible } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { useUpdateTrack } from './dashboard.api.ts';
import type { TrackAbout } from './track-description.tsx';

type Track = EventView['tracks'][number];

/** What a choice of track asks for before it is made. */
type TrackQuestion = { is: 'deck'; track: Track } | { is: 'limit'; track: Track; max: number };

/** What must be asked before the move to `track`; null when nothing. Refusals are the server's. */
export function findTrackQuestion(track: Track, memberCount: number | undefined): TrackQuestion | null {
  if (track.requiresPitchDeck) return { is: 'deck', track };
  const max = track.maxTeamSize;
  return max !== undefined && memberCount === max ? { is: 'limit', track, max } : null;
}

/** Changes one's track: at once on screen, then on the server; asks first where the track wants it. */
function useTrackChange(user: User, application: Application) {
  const [question, setQuestion] = useState<TrackQuestion | null>(null);
  const updateTrack = useUpdateTrack(user);

  const choose = async (track: Track) => {
    if (track.id === application.track) return;
    // A team that cannot be read now is counted by the server all the same.
    const team =
      user.team && track.maxTeamSize !== undefined
        ? await queryClient
            .fetchQuery({ ...teamQuery(user.team), staleTime: 0, retry: false })
            .catch(() => undefined)
        : undefined;
    const asked = findTrackQuestion(track, team?.members.length);
    if (asked) setQuestion(asked);
    else updateTrack.mutate(track);
  };

  return {
    user,
    application,
    choose: (track: Track) => void choose(track),
    accept: (track: Track) => {
      updateTrack.mutate(track);
      setQuestion(null);
    },
    askForDeck: (track: Track) => setQuestion({ is: 'deck', track }),
    question,
    close: () => setQuestion(null),
  };
}

// They come when somebody asks for them.
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

interface TrackPickerProps {
  user: User;
  tracks: EventView['tracks'];
  application: Application;
}

/** The choice of track: open while the application is, then shown as it was reviewed. */
export function TrackPicker({ user, tracks, application }: TrackPickerProps) {
  const change = useTrackChange(user, application);
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
        <button type="button" className="link min-h-11" onClick={() => change.askForDeck(deckAsked)}>
          Replace pitch deck
        </button>
      )}
    </div>
  );
  const dialogs = (
    <>
      <QuestionDialog {...change} />
      {described && <TrackDescription about={described} onClose={() => setDescribed(undefined)} />}
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
            <Badge>
              <Lock size={14} />
              {texts.track.underReview}
            </Badge>
          </>
        }
      >
        <RadioChips
          id={groupId}
          name="track"
          legend={fieldLabels.track}
          hideLegend
          hint="Your application has been reviewed with this track, so it can no longer change."
          options={toTrackChoices(tracks).options}
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
        hint="You can change it until your application has been reviewed."
        {...toTrackChoices(tracks)}
        value={application.track}
        onKeyDown={moveOnly}
        onValueChange={(value) => {
          const track = tracks.find(({ id }) => id === value);
          if (track) change.choose(track);
        }}
      />
      {descriptions}
      {dialogs}
    </>
  );
}

function QuestionDialog({ user, application, question, accept, close }: ReturnType<typeof useTrackChange>) {
  if (!question) return null;
  const { track } = question;
  if (question.is === 'limit')
    return (
      <ConfirmDialog
        open
        title={`Switch to ${track.title}?`}
        body={fill(texts.track.limitedConfirm, { track: track.id, max: question.max })}
        confirmLabel="Continue"
        onConfirm={() => accept(track)}
        onCancel={close}
        returnFocus={chosenCard}
      />
    );
  const hasDeck = application.pitchDeckUrl && application.track !== track.id;
  return (
    <DeckDialog
      {...{ user, track }}
      onUseStored={hasDeck ? () => accept(track) : undefined}
      onClose={close}
      returnFocus={chosenCard}
    />
  );
}
