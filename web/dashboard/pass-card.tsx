import CircleCheckBig from 'lucide:circle-check-big';
import Star from 'lucide:star';
import WalletCards from 'lucide:wallet-cards';
import type { MouseEvent } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { formatShortId } from '../../contract/event-day/short-id.ts';
import { formatWhen } from '../../contract/platform/format-when.ts';
import { texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { useUser } from '../lib/session.api.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.tsx';
import { isGuardianMissing, passNeedsGuardian } from './guardian.ts';
import { getPassTitle } from './pass-title.ts';

const names = { apple: 'Add to Apple Wallet', google: 'Add to Google Wallet' } as const;

// Without this, a failing link would show the server's raw response.
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
      className={buttonClasses('secondary', 'md', 'max-lg:basis-full')}
      onClick={(click) => void followLink(click)}
    >
      <WalletCards />
      {names[wallet]}
    </a>
  ));
}

interface PassCardProps {
  qrCode: string;
  event: EventView | undefined;
  application: Application;
  /** The checkpoint that is open now. */
  isOpenAt: string | false | undefined;
  /** The event has ended, and the pass is small everywhere. */
  isOver: boolean;
  onOpen: () => void;
}

/** The check-in pass. It is collapsed after check-in; meals and swag still use it. */
export function PassCard({ qrCode, event, application, isOpenAt, isOver, onOpen }: PassCardProps) {
  const user = useUser();
  const priority = application.attendanceConfirmed;
  const isMissing = isGuardianMissing(application);
  if (application.checkedInAt)
    return (
      <Card className="border-2 border-edge">
        <div className="flex flex-wrap items-center gap-2">
          <CircleCheckBig size={24} className="shrink-0 text-success" />
          <p className="min-w-0 flex-1 basis-28 font-semibold max-sm:text-sm">
            You are checked in, {formatWhen(application.checkedInAt, event)}.
          </p>
          <Button variant="secondary" size="compact" onClick={onOpen}>
            Show your pass
          </Button>
        </div>
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
      <div
        className={joinClasses(
          'flex flex-wrap items-center gap-4 p-4',
          !isOver && 'lg:grid lg:grid-cols-1 lg:p-5',
        )}
      >
        {/* White in both themes: a scanner needs the contrast. */}
        <div className="relative grid place-items-center rounded-md bg-white p-2 text-ink lg:row-start-2">
          <img
            src={qrCode}
            alt={`Check-in QR code for ${user.name}`}
            width={288}
            height={288}
            className={joinClasses(
              'size-24 object-contain [image-rendering:pixelated]',
              !isOver && 'lg:size-72',
            )}
          />
          {!isOver && (
            <div className="text-center max-lg:hidden">
              <p className="font-semibold wrap-anywhere">{user.name}</p>
              <p className="pb-2 font-mono text-xs">{formatShortId(user._id)}</p>
            </div>
          )}
          <button
            type="button"
            aria-label="Show the code full screen"
            className="absolute inset-0 rounded-md"
            onClick={onOpen}
          />
        </div>
        <div className="grid min-w-0 flex-1 basis-28 justify-items-start gap-2 lg:contents">
          <h2 id="pass-title" className="text-xl">
            {getPassTitle(application)}
          </h2>
          {(isMissing || isOpenAt) && (
            <p className="lg:row-start-3">
              {isMissing ? passNeedsGuardian : `Check-in is open at ${isOpenAt}. Show your pass.`}
            </p>
          )}
          <Button className="print:hidden" onClick={onOpen}>
            Show your pass
          </Button>
        </div>
        {event && <WalletLinks userId={user._id} wallets={event.wallets} />}
      </div>
    </section>
  );
}
