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

/** Toasts. Errors are announced assertively, the others politely. */
export const toast = {
  async success(text: string, options?: ExternalToast) {
    (await library()).success(<Message text={text} />, { duration: 4000, ...options });
  },
  async info(text: string, options?: ExternalToast) {
    (await library()).info(<Message text={text} />, { duration: 6000, ...options });
  },
  async error(text: string, options?: ExternalToast) {
    const alert = (
      <span role="alert">
        <Message text={text} />
      </span>
    );
    (await library()).error(alert, { duration: 8000, closeButton: true, ...options });
  },
  /** A toast with one button; it stays until used or closed. */
  async action(text: string, action: { label: string; run: () => void }, options?: ExternalToast) {
    (await library())(<Message text={text} />, {
      duration: Number.POSITIVE_INFINITY,
      closeButton: true,
      action: { label: action.label, onClick: action.run },
      ...options,
    });
  },
  async dismissAll() {
    (await library()).dismiss();
  },
};
