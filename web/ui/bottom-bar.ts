const bars = new Set<HTMLElement>();

function measure(): void {
  const heights = [...bars].map((bar) => {
    const { position, bottom } = getComputedStyle(bar);
    return position === 'static' ? 0 : bar.offsetHeight + Number.parseFloat(bottom);
  });
  const height = Math.max(0, ...heights);
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
