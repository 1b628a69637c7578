import { type ExternalToast, toast } from 'sonner';

// A text of the form "Title: sentence." gets a bold title; the colon stays for screen readers and for whoever copies it.
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

const withId = (options?: ExternalToast): ExternalToast => ({ closeButton: true, ...options });

/** Short messages in the corner of the screen. An error is read out at once, the others when the reader is free. */
export const notify = {
  success: (text: string, options?: ExternalToast) =>
    toast.success(<Message text={text} />, { duration: 4000, ...options }),
  info: (text: string, options?: ExternalToast) =>
    toast.info(<Message text={text} />, { duration: 6000, ...options }),
  error: (text: string, options?: ExternalToast) =>
    toast.error(
      <span role="alert">
        <Message text={text} />
      </span>,
      withId({ duration: 8000, ...options }),
    ),
  /** A message with one button; it stays until it is used or closed. */
  action: (text: string, action: { label: string; run: () => void }, options?: ExternalToast) =>
    toast(
      <Message text={text} />,
      withId({
        duration: Number.POSITIVE_INFINITY,
        action: { label: action.label, onClick: action.run },
        ...options,
      }),
    ),
  dismissAll: () => toast.dismiss(),
};
