import { WalletCards } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { buttonClasses } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

const names = { apple: 'Add to Apple Wallet', google: 'Add to Google Wallet' } as const;

// Followed as it is, a link that fails would show the bare answer of the server.
async function open(click: MouseEvent<HTMLAnchorElement>) {
  if (click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  const { href } = click.currentTarget;
  const answer = await fetch(href, { redirect: 'manual' }).catch(() => undefined);
  if (answer?.ok || answer?.type === 'opaqueredirect') location.assign(href);
  else void toast.error('The pass could not be created. Please try again.');
}

/** Links that put the pass into a phone's wallet, for those wallets that this site is set up for. */
export function WalletLinks({ userId, wallets }: { userId: string; wallets: EventView['wallets'] }) {
  const offered = (['apple', 'google'] as const).filter((wallet) => wallets[wallet]);
  return offered.map((wallet) => (
    <a
      key={wallet}
      href={`/api/wallet/${wallet}/${userId}`}
      className={buttonClasses('secondary')}
      onClick={(click) => void open(click)}
    >
      <WalletCards size={20} strokeWidth={1.75} />
      {names[wallet]}
    </a>
  ));
}
