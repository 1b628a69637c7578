import { limits } from '../../contract/limits.ts';
import { notify } from '../ui/toast.tsx';

/** Shows a toast to a judge: one at a time, for four seconds. */
export async function showMessage(kind: 'success' | 'error' | 'info', text: string): Promise<void> {
  await notify.dismissAll();
  await notify[kind](text, { duration: limits.toasts.judging });
}
