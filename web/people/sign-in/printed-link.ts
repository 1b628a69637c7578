/** A one-time link as the program prints it: for a person, or for the first organizer. */
export interface PrintedLink {
  kind: 'link' | 'organiser';
  token: string;
}

let opened: PrintedLink | undefined;

/** Returns the link that this page was opened with, and removes its token from the address bar and the history. */
export function readPrintedLink(): PrintedLink | undefined {
  const [, kind, token] = /^#(link|organiser)=([\w-]{20,200})$/.exec(location.hash) ?? [];
  if (kind && token) {
    opened = { kind: kind as PrintedLink['kind'], token };
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return opened;
}

/** Clears the link after use, or when the person signs in another way. */
export function clearPrintedLink() {
  opened = undefined;
}
