const second = 1000;

/** Counts down to the deadline of `timer`: figures every second, words for screen readers every minute. */
export function startCountdown(timer: HTMLElement) {
  const deadline = Date.parse(timer.dataset.deadline ?? '');
  const closed = timer.dataset.closed ?? '';
  const words = timer.querySelector<HTMLElement>('[data-left]');
  const figures = [...timer.querySelectorAll<HTMLElement>('[data-unit]')];
  let ticking: ReturnType<typeof setInterval> | undefined;

  const show = () => {
    const left = Math.max(0, Math.floor((deadline - Date.now()) / second));
    const [days, hours] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24];
    const values = [days, hours, Math.floor(left / 60) % 60, left % 60];
    for (const [position, figure] of figures.entries())
      figure.textContent = String(values[position]).padStart(2, '0');
    if (left === 0) {
      clearInterval(ticking);
      timer.setAttribute('aria-label', closed);
      if (words) words.textContent = closed;
    } else {
      timer.setAttribute('aria-label', `${days} days ${hours} hours left to register`);
    }
  };
  ticking = setInterval(show, second);
  show();
}
