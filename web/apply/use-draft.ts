import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { deleteDrafts, saveDraftFile, saveDraftText } from '../lib/draft-store.ts';
import { isLogOutPending } from '../lib/log-out.ts';
import { type FormValues, fileFields, isEmptyForm } from './form-values.ts';

const pause = 800;

export type DraftState =
  | { is: 'untouched' }
  | { is: 'saving' }
  | { is: 'saved'; at: Date }
  | { is: 'failed' };

/** Saves the draft on this device, `pause` milliseconds after the last change and when the page is left or out of sight. */
export function useDraft(form: UseFormReturn<FormValues>, key: string) {
  const [state, setState] = useState<DraftState>({ is: 'untouched' });
  const stopped = useRef(false);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    // One write at a time, so that an older one never overwrites a newer one.
    let writes = Promise.resolve();
    const files = new Map(fileFields.map((name) => [name, form.getValues(name)]));

    const save = () => {
      if (waiting === undefined || stopped.current || isLogOutPending()) return;
      clearTimeout(waiting);
      waiting = undefined;
      const { resume, pitchDeck, ...text } = form.getValues();
      const chosen = { resume, pitchDeck };
      // The text is written at once: when the page is going away, nothing that waits would still happen.
      const saved = saveOrDelete(key, text, chosen);
      writes = writes
        .then(async () => {
          for (const name of fileFields) {
            if (chosen[name] === files.get(name)) continue;
            await saveDraftFile(key, name, chosen[name]);
            files.set(name, chosen[name]);
          }
        })
        .then(async () => setState(await saved))
        .catch(() => setState({ is: 'failed' }));
    };

    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        if (stopped.current) return;
        clearTimeout(waiting);
        // A file takes a while to be stored: at once, or it would be lost with the page.
        const hasNewFile = fileFields.some((name) => form.getValues(name) !== files.get(name));
        waiting = setTimeout(save, hasNewFile ? 0 : pause);
        setState({ is: 'saving' });
      },
    });
    // A phone may end a page that is out of sight without another event.
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      save();
      unsubscribe();
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, [form, key]);

  /** Stops saving: the application has been sent. */
  const stop = () => {
    stopped.current = true;
  };
  return { state, stop };
}

type Text = Omit<FormValues, 'resume' | 'pitchDeck'>;

async function saveOrDelete(
  key: string,
  text: Text,
  files: Pick<FormValues, 'resume' | 'pitchDeck'>,
): Promise<DraftState> {
  try {
    if (!isEmptyForm({ ...text, ...files })) return { is: 'saved', at: await saveDraftText(key, text) };
    await deleteDrafts(key);
    return { is: 'untouched' };
  } catch {
    return { is: 'failed' };
  }
}
