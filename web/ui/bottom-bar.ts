const bars = new Set<HTMLElement>();

function measure(): void {
  const isFixed = (bar: HTMLElement) => getComputedStyle(bar).position !== 'static';
  const height = Math.max(0, ...[...bars].filter(isFixed).map((bar) => bar.offsetHeight));
  document.documentElement.style.setProperty('--bar-height', `${height}px`);
}

/** The `ref` of a bar that is fixed or sticks to the bottom of the screen: toasts show above it. */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return;
  const observer = new ResizeObserver(measure);
  bars.add(bar);
  observer.observe(bar);
  return () => {
    bars.delete(bar);
    observer.disconnect();
    measure();
  };
}
