import { limits } from '../../../contract/limits.ts';
import { toast } from '../../ui/toast.tsx';

/** Shows a toast to a judge: one at a time, for four seconds. */
export async function showMessage(kind: 'success' | 'error' | 'info', text: string): Promise<void> {
  await toast.dismissAll();
  await toast[kind](text, { duration: limits.toasts.judging });
}
