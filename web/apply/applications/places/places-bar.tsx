import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../../contract/platform/format.ts';
import { useEvent } from '../../../lib/event.api.ts';
import { Button } from '../../../ui/button.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { placeFiguresQuery } from './places.api.ts';
import { WaitlistDialog } from './waitlist-dialog.tsx';

/** How many places there are, what people answered, and the waitlist. */
export default function PlacesBar() {
  const event = useEvent();
  const { data } = useQuery(placeFiguresQuery);
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  const { capacity, offered, yes, no, silent, free, waiting, expected } = data;
  const figures: [string, number][] = [
    ['Places', capacity],
    ['Offered', offered],
    ['Yes', yes],
    ['No', no],
    ['No reply', silent],
    ['Free', free],
  ];
  if (expected !== undefined) figures.push(['Expected to come', expected]);
  return (
    <section
      aria-label="Places"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-hairline bg-surface px-3 py-2"
    >
      <Figures figures={figures.map(([label, figure]) => [label, formatNumber(figure, event)] as const)} />
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        Waitlist ({formatNumber(waiting, event)})
      </Button>
      <WaitlistDialog open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
