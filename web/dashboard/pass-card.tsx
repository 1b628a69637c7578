import CircleCheckBig from 'lucide:circle-check-big';
import Star from 'lucide:star';
import Sun from 'lucide:sun';
import WalletCards from 'lucide:wallet-cards';
import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { type MouseEvent, useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import { findSlotsAt, formatWait } from '../../contract/event/program.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { formatTime } from '../../contract/platform/format.ts';
import { texts } from '../../contract/texts.ts';
import { applicationQuery } from '../lib/application.api.ts';
import { getFirstName } from '../lib/names.ts';
import { formatShortId } from '../lib/short-id.ts';
import { useWakeLock } from '../lib/wake-lock.ts';
import { ask } from '../ui/ask.tsx';
import { useBackCloses } from '../ui/back-closes.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useFocusReturn } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useRenewPass } from './dashboard.api.ts';

const names = { apple: 'Add to Apple Wallet', google: 'Add to Google Wallet' } as const;

// Followed as it is, a link that fails would show the bare answer of the server.
async function followLink(click: MouseEvent<HTMLAnchorElement>) {
  if (click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  const { href } = click.currentTarget;
  const answer = await fetch(href, { redirect: 'manual' }).catch(() => undefined);
  if (answer?.ok || answer?.type === 'opaqueredirect') location.assign(href);
  else toast.error('The pass could not be created. Please try again.');
}

/** Links that put the pass into a phone's wallet, for those wallets that this site is set up for. */
function WalletLinks({ userId, wallets }: { userId: string; wallets: EventView['wallets'] }) {
  const offered = (['apple', 'google'] as const).filter((wallet) => wallets[wallet]);
  return offered.map((wallet) => (
    <a
      key={wallet}
      href={`/api/wallet/${wallet}/${userId}`}
      className={buttonClasses('secondary', 'md', 'max-lg:col-span-2')}
      onClick={(click) => void followLink(click)}
    >
      <WalletCards />
      {names[wallet]}
    </a>
  ));
}

function RenewPass({ user }: { user: User }) {
  const renewPass = useRenewPass(user);
  const question = {
    title: 'Replace your code?',
    body: 'Do this if somebody else has your code. Screenshots, printed badges and wallet passes with the old code stop working; add the new pass to your wallet again.',
    confirmLabel: 'Replace my code',
  };
  return (
    <button
      type="button"
      className="min-h-11 px-3 text-sm underline underline-offset-4 outline-ink"
      onClick={() => void ask(question, () => renewPass.mutateAsync())}
    >
      Replace my code
    </button>
  );
}

/** What of the pass is full screen: the code, that it was scanned meanwhile, or nothing. */
export function usePassScreen({ checkedInAt }: Application) {
  const [isOpen, setOpen] = useState(false);
  const [checkedInBefore, setBefore] = useState(checkedInAt);
  const [hasArrived, setArrived] = useState(false);
  if (checkedInBefore !== checkedInAt) {
    setBefore(checkedInAt);
    setArrived(isOpen && !checkedInBefore);
  }
  const close = () => {
    setArrived(false);
    setOpen(false);
  };
  return { isOpen, hasArrived, open: () => setOpen(true), close };
}

interface PassCardProps {
  user: User;
  qrCode: string;
  event: EventView | undefined;
  application: Application;
  /** Where check-in is open now. */
  isOpenAt: string | false | undefined;
  screen: ReturnType<typeof usePassScreen>;
}

/** The check-in pass. It is collapsed after check-in; meals and swag still use it. */
export function PassCard({ user, qrCode, event, application, isOpenAt, screen }: PassCardProps) {
  const { isOpen, hasArrived, open, close } = screen;
  const priority = application.attendanceConfirmed;
  const title = priority ? texts.dashboard.priorityPass : 'Check-in QR code';
  const fullScreen = (
    <PassScreen
      open={isOpen && !hasArrived}
      onClose={close}
      user={user}
      qrCode={qrCode}
      title={title}
      priority={priority}
      event={event}
    />
  );

  if (application.checkedInAt)
    return hasArrived && isOpen && event ? (
      <ArrivedScreen
        title={title}
        user={user}
        event={event}
        checkedInAt={application.checkedInAt}
        tableNumber={application.tableNumber}
        onClose={close}
      />
    ) : (
      <Card className="border-2 border-edge">
        <div className="flex flex-wrap items-center gap-2">
          <CircleCheckBig size={24} className="shrink-0 text-success" />
          <p className="min-w-0 flex-1 basis-28 font-semibold max-sm:text-sm">
            You are checked in, {formatTime(application.checkedInAt, event)}.
          </p>
          <Button size="compact" onClick={open}>
            Show your pass
          </Button>
        </div>
        {fullScreen}
      </Card>
    );

  return (
    <section
      aria-labelledby="pass-title"
      className="overflow-hidden rounded-lg border-2 border-edge bg-surface shadow-print"
    >
      {priority && (
        <p className="flex items-center justify-center gap-2 border-b-2 border-edge bg-butter py-2 font-mono text-sm font-semibold text-ink">
          <Star size={16} fill="currentColor" />
          {texts.dashboard.priorityBanner}
        </p>
      )}
      {/* On phones a small code beside its button, so that the rest of the page is on the screen too. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 p-4 lg:grid-cols-1 lg:p-5">
        {/* White in both themes: a scanner needs the contrast. */}
        <div className="relative grid place-items-center rounded-md bg-white p-2 text-ink lg:row-start-2">
          <img
            src={qrCode}
            alt={`Check-in QR code for ${user.name}`}
            width={288}
            height={288}
            className="size-24 object-contain [image-rendering:pixelated] lg:size-72"
          />
          <p className="text-center font-semibold wrap-anywhere max-lg:hidden">{user.name}</p>
          <p className="pb-2 font-mono text-xs max-lg:hidden">{formatShortId(user._id)}</p>
          <button
            type="button"
            aria-label="Show the code full screen"
            className="absolute inset-0 rounded-md"
            onClick={open}
          />
        </div>
        <div className="grid justify-items-start gap-2 lg:contents">
          <h2 id="pass-title" className="text-xl">
            {title}
          </h2>
          {isOpenAt && <p className="lg:row-start-3">{`Check-in is open at ${isOpenAt}. Show your pass.`}</p>}
          <Button onClick={open}>Show your pass</Button>
        </div>
        {event && <WalletLinks userId={user._id} wallets={event.wallets} />}
      </div>
      {fullScreen}
    </section>
  );
}

interface ArrivedScreenProps {
  title: string;
  user: User;
  event: EventView;
  checkedInAt: string;
  tableNumber: number | undefined;
  onClose: () => void;
}

/** What the pass turns into when it is scanned at the entrance: that they are in, and what comes next. */
function ArrivedScreen({ title, user, event, checkedInAt, tableNumber, onClose }: ArrivedScreenProps) {
  const [now] = useState(Date.now);
  const { current, next } = findSlotsAt(event.program, now);
  const slot = next ?? current[0];
  const focus = useFocusReturn();
  useBackCloses(true, onClose);
  const name = getFirstName(user.name);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-0 z-(--z-dialog) grid animate-fade content-center justify-items-center gap-4 overflow-y-auto bg-go px-6 pt-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center text-white"
        >
          <CircleCheckBig size={96} />
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div role="status" className="grid gap-2">
            <p className="font-display text-3xl font-bold tracking-tight wrap-anywhere">
              {`You’re in${name && `, ${name}`}`}
            </p>
            <p className="font-semibold">You are checked in, {formatTime(checkedInAt, event)}.</p>
          </div>
          {tableNumber !== undefined && <p className="text-lg">Your table: {tableNumber}</p>}
          {slot && (
            <p className="text-lg wrap-anywhere">
              {slot === next ? `Next, in ${formatWait(slot.startsAt - now)}: ` : 'Now: '}
              <strong>{slot.title}</strong>, {slot.place ?? event.place}
            </p>
          )}
          <Button variant="secondary" className="mt-4" onClick={onClose}>
            Done
          </Button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

// Somebody who shows this is being scanned, so the application changes soon. In milliseconds.
const pollEvery = 5_000;

interface PassScreenProps {
  open: boolean;
  onClose: () => void;
  user: User;
  qrCode: string;
  title: string;
  priority: boolean;
  event: EventView | undefined;
}

/** The pass in full screen, white in both themes; the screen stays on. */
function PassScreen({ open, onClose, user, qrCode, title, priority, event }: PassScreenProps) {
  useWakeLock(open);
  useBackCloses(open, onClose);
  const focus = useFocusReturn();
  const { data } = useQuery({ ...applicationQuery(user), enabled: open, refetchInterval: pollEvery });
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby="pass-hint"
          data-print-alone
          {...focus}
          className="fixed inset-0 z-(--z-dialog) flex animate-fade flex-col items-center overflow-y-auto bg-white pb-[max(1rem,env(safe-area-inset-bottom))] text-ink"
        >
          <div className="flex min-h-16 w-full items-center justify-between gap-4 px-4">
            <Dialog.Title className="text-lg">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-11 place-items-center rounded-md outline-night hover:bg-paper print:hidden"
            >
              <X size={24} />
            </Dialog.Close>
          </div>
          {priority && (
            <p className="flex w-full items-center justify-center gap-2 bg-butter py-3 font-mono font-semibold">
              <Star fill="currentColor" />
              {texts.dashboard.priorityBanner}
            </p>
          )}
          <div className="my-auto grid justify-items-center gap-1 p-4 text-center">
            <img
              src={qrCode}
              alt={`Check-in QR code for ${user.name}`}
              className="size-[min(88vw,56dvh)] object-contain [image-rendering:pixelated]"
            />
            <p className="font-display text-2xl font-bold tracking-tight wrap-anywhere">{user.name}</p>
            <p className="font-mono text-sm">{formatShortId(user._id)}</p>
          </div>
          <div role="status">
            {data?.checkedInAt && (
              <p className="mb-3 flex items-center gap-2 rounded-full bg-go px-5 py-2 font-semibold text-white">
                <CircleCheckBig />
                You are checked in, {formatTime(data.checkedInAt, event)}.
              </p>
            )}
          </div>
          <p id="pass-hint" className="print:hidden flex items-center gap-2 text-sm">
            <Sun size={18} />
            Turn your brightness up.
          </p>
          <div className="print:hidden">
            <RenewPass user={user} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
