import '../styles/rail.css';
import { useEffect, useRef } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { startHourRail } from '../lib/hour-rail.ts';
import { HourRail } from '../ui/hour-rail.tsx';

/** The hours of the event, as on the landing page. */
export default function EventHours({ event }: { event: EventView }) {
  const rail = useRef<HTMLDivElement>(null);
  useEffect(() => (rail.current ? startHourRail(rail.current) : undefined), []);
  return <HourRail ref={rail} event={event} className="overflow-hidden rounded-lg border-x-2 bg-surface" />;
}
