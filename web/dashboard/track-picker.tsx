import Lock from 'lucide:lock';
import { type KeyboardEvent, useState } from 'react';
import { type Application, fieldLabels } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { fill, texts } from '../../contract/texts.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { toTrackChoices } from '../lib/track-choices.ts';
import { Badge } from '../ui/badge.tsx';
import { Collapsible } from '../ui/collapsible.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import type { TrackAbout } from './track-description.tsx';
import { useTrackChange } from './use-track-change.ts';

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
        onChange={({ currentTarget }) => {
          const track = tracks.find(({ id }) => id === currentTarget.value);
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
