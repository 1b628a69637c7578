import { type EventTimes, getEventPhase } from '../../../../contract/event/phases.ts';

/** Shows what belongs to the present phase of the event, also when it changes while the page is open. */
export function startPhase() {
  const { dataset } = document.documentElement;
  const times = JSON.parse(dataset.times ?? 'null') as EventTimes | null;
  if (!times) return;
  const show = () => {
    dataset.phase = getEventPhase(times, Date.now());
  };
  show();
  setInterval(show, 1000);
}
