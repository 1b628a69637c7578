import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '../../contract/texts.ts';
import { classes } from '../lib/classes.ts';
import { useTitle } from '../lib/title.ts';
import { Button } from '../ui/button.tsx';
import { checkedInQuery } from './check-in.api.ts';
import { CheckedInPanel } from './checked-in-panel.tsx';
import { Station } from './station.tsx';
import { StationSwitches } from './station-switches.tsx';
import { useSettings } from './use-settings.ts';

/** The door: a station on the left, who is in on the right; on phones one at a time. */
export function Component() {
  useTitle(texts.checkIn.title);
  const { settings, change } = useSettings();
  const [shown, setShown] = useState<'station' | 'list'>('station');
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <h1 className="text-lg sm:text-3xl">{texts.checkIn.title}</h1>
        <StationSwitches settings={settings} onChange={change} />
      </div>
      <PanelChoice shown={shown} onShow={setShown} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Station settings={settings} className={classes(shown !== 'station' && 'max-lg:hidden')} />
        <CheckedInPanel className={classes(shown !== 'list' && 'max-lg:hidden')} />
      </div>
    </div>
  );
}

interface PanelChoiceProps {
  shown: 'station' | 'list';
  onShow: (panel: 'station' | 'list') => void;
}

function PanelChoice({ shown, onShow }: PanelChoiceProps) {
  const count = useQuery({ ...checkedInQuery, select: (list) => list.length }).data;
  return (
    <fieldset className="grid grid-cols-2 gap-2 lg:hidden">
      <legend className="sr-only">Show</legend>
      {(['station', 'list'] as const).map((panel) => (
        <Button
          key={panel}
          variant={panel === shown ? 'primary' : 'secondary'}
          aria-pressed={panel === shown}
          onClick={() => onShow(panel)}
        >
          {panel === 'station' ? 'Check in' : `Who is in${count === undefined ? '' : ` (${count})`}`}
        </Button>
      ))}
    </fieldset>
  );
}
