import { useState } from 'react';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { RadioChips } from '../ui/radio-chips.tsx';
import { type ChosenPreference, useUpdateTeamPreference } from './teams.api.ts';

const choices = [
  { value: 'solo', label: 'Solo' },
  { value: 'lookingForTeam', label: 'Looking for a team' },
];

/** The team preference; locked for members of a team. */
export function PreferenceSelector({ user }: { user: User }) {
  const inTeam = user.team !== null;
  // The chip changes with the click; the session follows a moment later.
  const [clicked, setClicked] = useState<ChosenPreference | null>(null);
  const updateTeamPreference = useUpdateTeamPreference(user);
  const unset = !inTeam && user.teamPreference === null;
  return (
    <>
      <RadioChips
        legend="Team preference"
        hint={inTeam ? texts.teams.preferenceLocked : undefined}
        options={inTeam ? [...choices, { value: 'hasTeam', label: 'In a team' }] : choices}
        value={clicked ?? user.teamPreference}
        disabled={inTeam}
        onChange={(choice) => {
          const preference = choice.currentTarget.value as ChosenPreference;
          setClicked(preference);
          updateTeamPreference.mutate(preference, { onSettled: () => setClicked(null) });
        }}
      />
      {unset && <p className="font-semibold">{texts.teams.preferenceUnset}</p>}
    </>
  );
}
