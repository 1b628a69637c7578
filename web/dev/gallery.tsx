import { useState } from 'react';
import { ThemeChoice } from '../layout/theme-choice.tsx';
import { useTitle } from '../lib/title.ts';
import { ButtonSamples } from './samples-buttons.tsx';
import { CheckInSamples } from './samples-check-in.tsx';
import { DataSamples } from './samples-data.tsx';
import { FormSamples } from './samples-forms.tsx';
import { OverlaySamples } from './samples-overlays.tsx';
import { StateSamples } from './samples-states.tsx';

/** Every component in every state; exists in development only. */
export function Component() {
  useTitle('Components');
  const [narrow, setNarrow] = useState(false);
  return (
    <div className={narrow ? 'grid max-w-sm gap-12' : 'grid gap-12'}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Components</h1>
        <div className="flex flex-wrap items-center gap-4">
          <button
            type="button"
            className="min-h-8 underline"
            aria-pressed={narrow}
            onClick={() => setNarrow(!narrow)}
          >
            Narrow
          </button>
          <ThemeChoice group="gallery-theme" />
        </div>
      </div>
      <ButtonSamples />
      <FormSamples />
      <OverlaySamples />
      <StateSamples />
      <CheckInSamples />
      <DataSamples />
    </div>
  );
}
