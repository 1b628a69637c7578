import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../../contract/texts.ts';
import { type User, updateTeamPreference } from '../../contract/users.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { notify } from '../ui/notify.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';

type Wish = 'solo' | 'lookingForTeam';

const wishes = [
  { value: 'solo', label: 'Solo' },
  { value: 'lookingForTeam', label: 'Looking for a team' },
];

/** What somebody wishes for, while they are in no team. */
export function PreferenceSelector({ user }: { user: User }) {
  const inTeam = user.team !== null;
  // The chip turns with the click; the session follows a moment later.
  const [clicked, setClicked] = useState<Wish | null>(null);
  const change = useMutation({
    mutationFn: (teamPreference: Wish) => call(updateTeamPreference, { body: { teamPreference } }),
    onMutate: (teamPreference) => {
      setSessionUser({ ...user, teamPreference });
      return user;
    },
    onSuccess: (answer) => {
      setSessionUser(answer.user);
      notify.success(texts.teams.preferenceDone);
    },
    onError: (error, _wish, before) => {
      if (before) setSessionUser(before);
      notify.error(getErrorMessage(error, texts.teams.preferenceFailed));
    },
    onSettled: () => setClicked(null),
  });
  const unset = !inTeam && user.teamPreference === null;
  return (
    <>
      <RadioChips
        legend="Team preference"
        hint={inTeam ? texts.teams.preferenceLocked : undefined}
        options={inTeam ? [...wishes, { value: 'hasTeam', label: 'In a team' }] : wishes}
        value={clicked ?? user.teamPreference}
        disabled={inTeam}
        onChange={(choice) => {
          const wish = choice.currentTarget.value as Wish;
          setClicked(wish);
          change.mutate(wish);
        }}
      />
      {unset && <p className="font-semibold">{texts.teams.preferenceUnset}</p>}
    </>
  );
}
