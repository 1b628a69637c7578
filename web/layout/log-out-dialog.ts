import type { LogOutQuestion } from '../lib/confirm-log-out.ts';

/** Asks in the app's dialog; returns undefined where it is not on this device and there is no network. */
export async function askInDialog(question: LogOutQuestion): Promise<boolean | undefined> {
  const parts = [import('../ui/ask.tsx'), import('../ui/dialog.tsx')] as const;
  const [dialog] = await Promise.all(parts).catch(() => []);
  return dialog?.ask(question);
}
