import { toast } from '../ui/toast.tsx';

/** Copies a text to the clipboard, and says that it is done or, where the browser refuses it, what to do instead. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}
