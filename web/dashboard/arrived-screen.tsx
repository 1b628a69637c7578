import CircleCheckBig from 'lucide:circle-check-big';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { findSlotsAt, formatWait } from '../../contract/event/program.ts';
import type { EventView } from '../../contract/event/site.ts';
import { findArea } from '../../contract/event/table-areas.ts';
import { formatTime } from '../../contract/platform/format.ts';
import { getFirstName } from '../lib/names.ts';
import { useUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';

interface ArrivedScreenProps {
  title: string;
  event: EventView;
  checkedInAt: string;
  tableNumber: number | undefined;
  onClose: () => void;
}

/** Replaces the pass once it is scanned at the entrance: confirms the check-in and says what comes next. */
export default function ArrivedScreen({
  title,
  event,
  checkedInAt,
  tableNumber,
  onClose,
}: ArrivedScreenProps) {
  const [now] = useState(Date.now);
  const { current, next } = findSlotsAt(event.program, now);
  const slot = next ?? current[0];
  const name = getFirstName(useUser().name);
  return (
    <div className="fixed inset-0 grid content-center justify-items-center gap-4 overflow-y-auto bg-go px-6 pt-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center text-white">
      <CircleCheckBig size={96} />
      <Dialog.Title className="sr-only">{title}</Dialog.Title>
      <div role="status" className="grid gap-2">
        <p className="font-display text-3xl font-bold tracking-tight wrap-anywhere">
          {`You’re in${name && `, ${name}`}`}
        </p>
        <p className="font-semibold">You are checked in, {formatTime(checkedInAt, event)}.</p>
      </div>
      {tableNumber !== undefined && (
        <p className="text-lg wrap-anywhere">
          Your table: {[tableNumber, findArea(event.projects?.areas, tableNumber)].filter(Boolean).join(', ')}
        </p>
      )}
      {slot && (
        <p className="text-lg wrap-anywhere">
          {slot === next ? `Next, in ${formatWait(slot.startsAt - now)}: ` : 'Now: '}
          <strong>{slot.title}</strong>, {slot.place ?? event.place}
        </p>
      )}
      <Button variant="secondary" className="mt-4" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
