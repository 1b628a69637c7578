// What a message must not lie over, and what it had better not.
const titlesAndButtons = 'h1, h2, h3, button, [role="button"], [data-document]';
const others = 'a, input, select, textarea';

const margin = 16;
const step = 8;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const getToaster = () => document.querySelector<HTMLElement>('[data-sonner-toaster]');

function getOverlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Returns whether an element is on top at its middle, or only the messages are above it. */
function isOnTop(element: Element, { left, top, right, bottom }: Box, toaster: Element): boolean {
  const shown = document
    .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    .find((each) => !toaster.contains(each));
  return shown !== undefined && (element.contains(shown) || shown.contains(element));
}

function listObstacles(selector: string, toaster: Element): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    if (toaster.contains(element)) return [];
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(innerWidth, right),
      bottom: Math.min(innerHeight, bottom),
    };
    const isInSight = box.left < box.right && box.top < box.bottom;
    return isInSight && isOnTop(element, box, toaster) ? [box] : [];
  });
}

/** Returns the size of all messages together: one above the other on a wide screen, else the first one's. */
function measureToasts(toaster: Element): { width: number; height: number } | undefined {
  const toasts = [...toaster.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible="true"]')];
  const [first] = toasts;
  if (!first) return undefined;
  const isExpanded = first.dataset.expanded === 'true';
  const heights = toasts.map((toast) => toast.offsetHeight + 10);
  const height = isExpanded ? heights.reduce((sum, each) => sum + each, 0) : first.offsetHeight;
  return { width: first.offsetWidth, height };
}

function place(): void {
  const toaster = getToaster();
  const size = toaster && measureToasts(toaster);
  if (!toaster || !size) return void document.documentElement.removeAttribute('data-toasts');
  const { width, height } = size;
  const isTop = toaster.dataset.yPosition === 'top';
  const wanted = {
    left: isTop || toaster.dataset.xPosition === 'left' ? margin : innerWidth - width - margin,
    top: isTop ? 72 : innerHeight - height - margin,
  };
  const lefts = isTop
    ? [wanted.left]
    : [wanted.left, innerWidth - width - margin, margin, (innerWidth - width) / 2];
  const avoided = listObstacles(titlesAndButtons, toaster);
  const disliked = listObstacles(others, toaster);
  const costOf = (left: number, top: number) => {
    const box = { left, top, right: left + width, bottom: top + height };
    const sum = (boxes: Box[]) => boxes.reduce((area, each) => area + getOverlap(box, each), 0);
    return sum(avoided) * 10 + sum(disliked);
  };
  let best = { ...wanted, cost: costOf(wanted.left, wanted.top), distance: 0 };
  for (const left of lefts)
    for (let top = step; top <= innerHeight - height - step; top += step) {
      const distance = Math.abs(left - wanted.left) + Math.abs(top - wanted.top);
      const cost = costOf(left, top);
      if (cost < best.cost || (cost === best.cost && distance < best.distance))
        best = { left, top, cost, distance };
    }
  const now = toaster.getBoundingClientRect();
  const y = isTop ? now.top : innerHeight - now.bottom;
  const { dataset, style } = document.documentElement;
  // A message that lies well stays where it is.
  const current = isTop ? y : innerHeight - y - height;
  if (dataset.toasts !== undefined && costOf(now.left, current) <= best.cost) return;
  dataset.toasts = '';
  style.setProperty('--toast-left', `${best.left}px`);
  style.setProperty('--toast-y', `${isTop ? best.top : innerHeight - best.top - height}px`);
}

let isWatching = false;
let waits: ReturnType<typeof setTimeout>[] = [];

/**
 * Moves the messages to where they cover no title and no button, as near to their usual place as can be: when one has come
 * or the window has changed, and when the page may have changed after it.
 */
export function placeToasts(): void {
  if (!isWatching) addEventListener('resize', placeToasts);
  isWatching = true;
  requestAnimationFrame(() => requestAnimationFrame(place));
  for (const wait of waits) clearTimeout(wait);
  waits = [250, 800].map((milliseconds) => setTimeout(place, milliseconds));
}
