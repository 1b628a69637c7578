import type { ComponentProps } from 'react';

/** A part of the page that scrolls by itself; it has a name and can be reached and scrolled by keyboard. */
export function ScrollRegion({ label, ...rest }: ComponentProps<'section'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop for the Tab key, keys could not scroll it.
  return <section aria-label={label} tabIndex={0} {...rest} />;
}
