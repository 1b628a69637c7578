import { useEffect, useState } from 'react';
import { getStoredTheme, showTheme } from '../lib/theme.ts';

const storageKey = 'check-in:settings';

/** How this station works; remembered on the device. */
export interface StationSettings {
  sound: boolean;
  /** Dark whatever the device says, for lobbies at night. */
  doorMode: boolean;
  /** Clean passes are confirmed without a tap. */
  express: boolean;
  /** Where this station stands; undefined is the event's first checkpoint. */
  checkpoint?: string;
}

const usual: StationSettings = { sound: true, doorMode: false, express: false };

function stored(): StationSettings {
  try {
    return {
      ...usual,
      ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<StationSettings>),
    };
  } catch {
    return usual;
  }
}

/** The settings of this station, and the way to change some of them. */
export function useStationSettings() {
  const [settings, setSettings] = useState(stored);
  const { doorMode } = settings;

  useEffect(() => {
    if (!doorMode) return;
    showTheme('dark');
    return () => showTheme(getStoredTheme());
  }, [doorMode]);

  const change = (changes: Partial<StationSettings>) => {
    const next = { ...settings, ...changes };
    localStorage.setItem(storageKey, JSON.stringify(next));
    setSettings(next);
  };
  return { settings, change };
}
