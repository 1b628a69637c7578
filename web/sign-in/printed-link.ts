/** A one-time link as the program prints it: for a person, or for the first organiser. */
export interface PrintedLink {
  kind: 'link' | 'organiser';
  token: string;
}

let taken: PrintedLink | undefined;

/** The link that this page was opened with. Its token leaves the address bar, and so the history, at once. */
export function readPrintedLink(): PrintedLink | undefined {
  const [, kind, token] = /^#(link|organiser)=([\w-]{20,200})$/.exec(location.hash) ?? [];
  if (kind && token) {
    taken = { kind: kind as PrintedLink['kind'], token };
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}

/** Forgets the link, once it is used or the person wants to sign in in another way. */
export function clearPrintedLink() {
  taken = undefined;
}
