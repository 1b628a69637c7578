import type { ExternalToast } from 'sonner';
import { markUsed } from '../lib/first-use.ts';

// A text of the form "Title: sentence." gets a bold title; the colon stays for screen readers and copied text.
function Message({ text }: { text: string }) {
  const [, title, rest] = text.match(/^([^:.]{3,40}): (.+)$/s) ?? [];
  if (!title) return text;
  return (
    <>
      <strong className="block">{title}</strong>
      <span className="sr-only">: </span>
      {rest}
    </>
  );
}

// Loaded when the page is first used, which most messages follow. One that comes before waits until its region is there.
const library = async () => {
  markUsed();
  const [{ toast }, { placeToasts }] = await Promise.all([import('sonner'), import('./toast-place.ts')]);
  placeToasts();
  return toast;
};

/** How long a message is shown whose library did not arrive, in milliseconds. */
const plainTime = 8000;

/** Shows a message as plain text below the header: without the network, the library of toasts may not be there. */
function showPlain(text: string, role: 'status' | 'alert'): void {
  const message = document.createElement('p');
  message.setAttribute('role', role);
  message.className =
    'fixed inset-x-4 top-18 z-(--z-toast) mx-auto max-w-sm rounded-md border-2 border-edge bg-surface p-4 shadow-print';
  document.body.append(message);
  // Screen readers announce what changes in a region that already exists.
  message.textContent = text;
  setTimeout(() => message.remove(), plainTime);
}

type Library = Awaited<ReturnType<typeof library>>;

/** Shows a message with the library, or as plain text when it cannot be loaded. */
async function show(
  text: string,
  role: 'status' | 'alert',
  act: (toasts: Library) => unknown,
): Promise<void> {
  const toasts = await library().catch(() => undefined);
  if (toasts) act(toasts);
  else showPlain(text, role);
}

/** Toasts. Errors are announced assertively, the others politely. */
export const toast = {
  success: (text: string, options?: ExternalToast) =>
    show(text, 'status', (toasts) => toasts.success(<Message text={text} />, { duration: 4000, ...options })),
  info: (text: string, options?: ExternalToast) =>
    show(text, 'status', (toasts) => toasts.info(<Message text={text} />, { duration: 6000, ...options })),
  error: (text: string, options?: ExternalToast) =>
    show(text, 'alert', (toasts) =>
      toasts.error(
        <span role="alert">
          <Message text={text} />
        </span>,
        { duration: 8000, closeButton: true, ...options },
      ),
    ),
  /** A toast with one button; it stays until used or closed. */
  action: (text: string, action: { label: string; run: () => void }, options?: ExternalToast) =>
    show(text, 'status', (toasts) =>
      toasts(<Message text={text} />, {
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
        action: { label: action.label, onClick: action.run },
        ...options,
      }),
    ),
  dismissAll: async () => {
    (await library().catch(() => undefined))?.dismiss();
  },
};
