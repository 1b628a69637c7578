import { WalletCards } from 'lucide-react';
import type { EventView } from '../../contract/site.ts';
import { LinkButton } from '../ui/link-button.tsx';

const names = { apple: 'Add to Apple Wallet', google: 'Add to Google Wallet' } as const;

/** Links that put the pass into a phone's wallet, for those wallets that this site is set up for. */
export function WalletLinks({ userId, wallets }: { userId: string; wallets: EventView['wallets'] }) {
  const offered = (['apple', 'google'] as const).filter((wallet) => wallets[wallet]);
  return offered.map((wallet) => (
    <LinkButton key={wallet} document href={`/api/wallet/${wallet}/${userId}`} variant="secondary">
      <WalletCards size={20} strokeWidth={1.75} aria-hidden="true" />
      {names[wallet]}
    </LinkButton>
  ));
}
