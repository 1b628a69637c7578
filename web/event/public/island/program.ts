import { formatWait } from '../../../../contract/event/program.ts';

/** During the event, marks past, current and next items; updates every 30 seconds. */
export function startProgram() {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-start]')].map((row) => ({
    row,
    chip: row.querySelector<HTMLElement>('[data-chip]'),
    start: Number(row.dataset.start),
    end: Number(row.dataset.end),
  }));
  const begin = Math.min(...rows.map(({ start }) => start));
  const over = Math.max(...rows.map(({ end }) => end));
  if (rows.length === 0) return;

  const mark = () => {
    const now = Date.now();
    const during = now >= begin && now < over;
    const next = rows.find(({ start }) => start > now);
    for (const item of rows) {
      const state = !during
        ? ''
        : item === next
          ? 'next'
          : item.end <= now
            ? 'past'
            : item.start <= now
              ? 'now'
              : '';
      item.row.dataset.state = state;
      if (item.chip)
        item.chip.textContent =
          state === 'now'
            ? 'Happening now'
            : state === 'next'
              ? `Up next in ${formatWait(item.start - now)}`
              : '';
    }
  };
  const markToday = () => {
    for (const tab of document.querySelectorAll<HTMLElement>('[data-day]')) {
      const timeZone = tab.closest<HTMLElement>('[data-zone]')?.dataset.zone;
      // The Swedish order is that of the data: 2025-09-20.
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format();
      if (tab.dataset.day === today) tab.setAttribute('aria-current', 'date');
      else tab.removeAttribute('aria-current');
    }
  };
  mark();
  markToday();
  setInterval(markToday, 30_000);
  setInterval(mark, 30_000);
}
