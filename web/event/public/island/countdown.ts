import { second } from '../../../../contract/platform/durations.ts';

/** Counts down to the deadline of `timer`: figures every second, words for screen readers every minute. */
export function startCountdown(timer: HTMLElement) {
  const deadline = Date.parse(timer.dataset.deadline ?? '');
  const row = timer.querySelector<HTMLElement>('[data-figures]');
  const figures = [...timer.querySelectorAll<HTMLElement>('[data-unit]')];
  let ticking: ReturnType<typeof setInterval> | undefined;

  const show = () => {
    const left = Math.max(0, Math.floor((deadline - Date.now()) / second));
    const [days, hours] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24];
    const values = [days, hours, Math.floor(left / 60) % 60, left % 60];
    for (const [position, figure] of figures.entries())
      figure.textContent = String(values[position]).padStart(2, '0');
    if (row) row.hidden = left === 0;
    if (left === 0) clearInterval(ticking);
    const label = left === 0 ? 'Registration deadline' : `${days} days ${hours} hours left to register`;
    timer.setAttribute('aria-label', label);
  };
  ticking = setInterval(show, second);
  show();
}
