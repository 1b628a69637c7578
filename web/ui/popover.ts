const gap = 6;
const margin = 12;

/**
 * Puts an open popover below its opening button, or above it where there is more room; it scrolls with the page. `align`
 * says which edges of the two stand in line.
 */
export function computePopoverStyle(opener: HTMLElement, popover: HTMLElement, align: 'start' | 'end') {
  const button = opener.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const left = align === 'start' ? button.left : button.right - width;
  const below = button.bottom + gap;
  const isBelow = below + height + margin <= innerHeight || button.top < innerHeight - button.bottom;
  popover.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin)) + scrollX}px`;
  popover.style.top = `${(isBelow ? below : button.top - gap - height) + scrollY}px`;
}

/** The classes of a popover that `computePopoverStyle` places. */
export const popoverClasses =
  'absolute m-0 max-w-[calc(100vw-1.5rem)] rounded-md border-2 border-edge bg-surface text-text shadow-press';
