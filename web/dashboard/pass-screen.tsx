import CircleCheckBig from 'lucide:circle-check-big';
import Star from 'lucide:star';
import Sun from 'lucide:sun';
import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatShortId } from '../../contract/event-day/short-id.ts';
import { formatWhen } from '../../contract/platform/format-when.ts';
import { texts } from '../../contract/texts.ts';
import { applicationQuery } from '../lib/application.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { useWakeLock } from '../lib/wake-lock.ts';
import { ask } from '../ui/ask.tsx';
import { useBackCloses } from '../ui/back-closes.ts';
import { useFocusReturn } from '../ui/dialog.tsx';
import { useRenewPass } from './dashboard.api.ts';
import { isGuardianMissing, passNeedsGuardian } from './guardian.ts';
import { getPassTitle } from './pass-title.ts';

const ArrivedScreen = lazyPart(() => import('./arrived-screen.tsx'));

function RenewPass() {
  const user = useUser();
  const renewPass = useRenewPass();
  const question = {
    title: 'Replace your code?',
    body: 'Do this if somebody else has your code. Screenshots, printed badges and wallet passes with the old code stop working; add the new pass to your wallet again.',
    confirmLabel: 'Replace my code',
  };
  return (
    <button
      type="button"
      className="min-h-11 px-3 text-sm underline underline-offset-4 outline-ink"
      onClick={() => void ask(question, () => renewPass.mutateAsync({ params: { id: user._id } }))}
    >
      Replace my code
    </button>
  );
}

// Somebody who shows this is being scanned, so the application changes soon. In milliseconds.
const pollEvery = 5_000;

interface PassScreenProps {
  onClose: () => void;
  event: EventView | undefined;
  application: Application;
}

/** The pass in full screen, white in both themes, until it is scanned at the entrance; the screen stays on. */
export default function PassScreen({ onClose, event, application }: PassScreenProps) {
  const user = useUser();
  useWakeLock();
  useBackCloses(true, onClose);
  useEffect(() => void ArrivedScreen.preload().catch(() => undefined), []);
  const focus = useFocusReturn();
  useQuery({ ...applicationQuery(user), refetchInterval: pollEvery });
  const { checkedInAt, attendanceConfirmed, tableNumber } = application;
  const [checkedInBefore] = useState(checkedInAt);
  const title = getPassTitle(application);
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby="pass-hint"
          data-print-alone
          {...focus}
          className="fixed inset-0 z-(--z-dialog) flex animate-fade flex-col items-center overflow-y-auto bg-white pb-[max(1rem,env(safe-area-inset-bottom))] text-ink"
        >
          {checkedInAt && !checkedInBefore && event ? (
            <ArrivedScreen {...{ title, event, checkedInAt, tableNumber, onClose }} />
          ) : (
            <>
              <div className="flex min-h-16 w-full shrink-0 items-center justify-between gap-4 px-4">
                <Dialog.Title className="text-lg">{title}</Dialog.Title>
                <Dialog.Close
                  aria-label="Close"
                  className="grid size-11 place-items-center rounded-md outline-night hover:bg-paper print:hidden"
                >
                  <X size={24} />
                </Dialog.Close>
              </div>
              {attendanceConfirmed && (
                <p className="flex w-full items-center justify-center gap-2 bg-butter py-3 font-mono font-semibold">
                  <Star fill="currentColor" />
                  {texts.dashboard.priorityBanner}
                </p>
              )}
              {isGuardianMissing(application) && (
                <p className="px-4 pt-3 text-center font-semibold">{passNeedsGuardian}</p>
              )}
              <div className="my-auto grid justify-items-center gap-1 p-4 text-center">
                <img
                  src={user.qrCode ?? ''}
                  alt={`Check-in QR code for ${user.name}`}
                  className="size-[min(88vw,56dvh)] object-contain [image-rendering:pixelated]"
                />
                <p className="font-display text-2xl font-bold tracking-tight wrap-anywhere">{user.name}</p>
                <p className="font-mono text-sm">{formatShortId(user._id)}</p>
              </div>
              <div role="status">
                {checkedInAt && (
                  <p className="mb-3 flex items-center gap-2 rounded-full bg-go px-5 py-2 font-semibold text-white">
                    <CircleCheckBig />
                    You are checked in, {formatWhen(checkedInAt, event)}.
                  </p>
                )}
              </div>
              <p id="pass-hint" className="print:hidden flex items-center gap-2 text-sm">
                <Sun size={18} />
                Turn your brightness up.
              </p>
              <div className="print:hidden">
                <RenewPass />
              </div>
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
