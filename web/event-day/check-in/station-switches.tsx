import { Moon, Volume2, VolumeX, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { StationSettings } from './use-settings.ts';

interface StationSwitchesProps {
  settings: StationSettings;
  onChange: (changes: Partial<StationSettings>) => void;
}

export function StationSwitches({ settings, onChange }: StationSwitchesProps) {
  const { sound, dark, express } = settings;
  const Speaker = sound ? Volume2 : VolumeX;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Station settings</legend>
      <Switch on={sound} label="Sound" onToggle={() => onChange({ sound: !sound })}>
        <Speaker size={20} strokeWidth={1.75} aria-hidden="true" />
      </Switch>
      <Switch on={dark} label="Dark" onToggle={() => onChange({ dark: !dark })}>
        <Moon size={20} strokeWidth={1.75} />
      </Switch>
      <Switch on={express} label="Express" onToggle={() => onChange({ express: !express })}>
        <Zap size={20} strokeWidth={1.75} />
      </Switch>
    </fieldset>
  );
}

interface SwitchProps {
  on: boolean;
  label: string;
  onToggle: () => void;
  children: ReactNode;
}

function Switch({ on, label, onToggle, children }: SwitchProps) {
  return (
    <Button
      variant="ghost"
      aria-pressed={on}
      className="min-w-11 gap-1.5 px-3! aria-pressed:border-edge aria-pressed:bg-surface-2"
      onClick={onToggle}
    >
      {children}
      <span className="max-sm:text-sm">{label}</span>
    </Button>
  );
}
