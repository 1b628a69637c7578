import { useEffect, useState } from 'react';
import { readStoredJson } from '../../lib/stored-text.ts';
import { getStoredTheme, showTheme } from '../../lib/theme.ts';

const storageKey = 'check-in:settings';

/** The settings of this station, remembered on the device. */
export interface StationSettings {
  sound: boolean;
  /** Dark in spite of the device's theme, for lobbies at night. */
  dark: boolean;
  /** Verified passes are confirmed without a tap. */
  express: boolean;
  /** Undefined is the event's first checkpoint. */
  checkpoint?: string;
}

const defaults: StationSettings = { sound: true, dark: false, express: false };

const readSettings = (): StationSettings => ({
  ...defaults,
  ...readStoredJson<Partial<StationSettings>>(storageKey),
});

/** Stores what is set for this station. */
export function storeStationSettings(changes: Partial<StationSettings>): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...readSettings(), ...changes }));
}

export function useStationSettings() {
  const [settings, setSettings] = useState(readSettings);
  const { dark } = settings;

  useEffect(() => {
    if (!dark) return;
    showTheme('dark');
    return () => showTheme(getStoredTheme());
  }, [dark]);

  const change = (changes: Partial<StationSettings>) => {
    storeStationSettings(changes);
    setSettings({ ...settings, ...changes });
  };
  return { settings, change };
}
