const hour = 3_600_000;

/** During the event, marks the hour it is. */
export function startRail(rail: HTMLElement) {
  const mark = () => {
    for (const tick of rail.querySelectorAll<HTMLElement>('[data-at]')) {
      const since = Date.now() - Number(tick.dataset.at);
      tick.classList.toggle('rail-now', since >= 0 && since < hour);
    }
  };
  mark();
  setInterval(mark, 60_000);
}
