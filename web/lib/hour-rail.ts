import { hour } from '../../contract/platform/durations.ts';

/**
 * Makes an hour rail interactive: the slider, or a mouse over the ticks, chooses the hour that the line above describes, and
 * during the event a needle stands at the present moment. It runs as long as its page.
 */
export function startHourRail(rail: HTMLElement): void {
  const find = <E extends HTMLElement>(selector: string) => rail.querySelector<E>(selector) as E;
  const ticks = [...rail.querySelectorAll<HTMLAnchorElement>('[data-at]')];
  const strip = find('[data-rail-window]');
  const needle = find('[data-needle]');
  const slider = find<HTMLInputElement>('input');
  const readout = find('[data-readout]');
  const link = find<HTMLAnchorElement>('[data-rail-link]');
  const begin = Number(ticks[0]?.dataset.at);
  let shown = 0;
  let isChosen = false;

  const hoursSinceBegin = () => (Date.now() - begin) / hour;
  const show = (index: number) => {
    const tick = ticks[index];
    if (!tick) return;
    ticks[shown]?.classList.remove('rail-shown');
    shown = index;
    tick.classList.add('rail-shown');
    const summary = `${Math.floor(hoursSinceBegin()) === index ? 'Now, ' : ''}${tick.ariaLabel}`;
    const [when = ''] = summary.split(': ', 1);
    slider.value = `${index}`;
    slider.ariaValueText = summary;
    link.href = tick.href;
    readout.dataset.moment = when;
    readout.dataset.what = summary.slice(when.length + 2);
  };
  const bringIntoView = () => {
    const { offsetLeft = 0, offsetWidth = 0 } = ticks[shown] ?? {};
    strip.scrollLeft = offsetLeft - (strip.clientWidth - offsetWidth) / 2;
  };
  const mark = () => {
    const hours = hoursSinceBegin();
    const isOn = hours >= 0 && hours < ticks.length;
    needle.hidden = !isOn;
    rail.style.setProperty('--now', `${hours / ticks.length}`);
    show(isOn && !isChosen ? Math.floor(hours) : shown);
  };

  // The slider and the line above say all that the ticks say: the keyboard need not stop at each of them.
  strip.ariaHidden = 'true';
  for (const tick of ticks) tick.tabIndex = -1;
  rail.style.setProperty('--hours', `${ticks.length}`);
  slider.addEventListener('input', () => {
    isChosen = true;
    show(slider.valueAsNumber);
    bringIntoView();
  });
  strip.addEventListener('pointerover', ({ target, pointerType }) => {
    const index = ticks.findIndex((tick) => tick.contains(target as Node));
    if (pointerType !== 'mouse' || index < 0) return;
    isChosen = true;
    show(index);
  });
  mark();
  bringIntoView();
  setInterval(mark, 30_000);
}
