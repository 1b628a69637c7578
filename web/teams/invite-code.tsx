import { Copy, Share2 } from 'lucide-react';
import type { Team } from '../../contract/teams/teams.ts';
import { texts } from '../../contract/texts.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

/** The leader's invite code: to share, to copy, and to scan; nothing once the team is full. */
export function InviteCode({ team }: { team: Team }) {
  const { name, inviteCode, inviteLink, inviteQr, seatsLeft } = team;
  if (!inviteCode || seatsLeft === 0) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(inviteCode);
      toast.success(texts.teams.codeCopied);
    } catch {
      toast.error('The code could not be copied. Select and copy it instead.');
    }
  };
  // Rejects when the person changes their mind.
  const share = () =>
    navigator
      .share({ title: name, text: `Join ${name} with the code ${inviteCode}`, url: inviteLink })
      .catch(() => undefined);
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-hairline py-3 sm:px-4">
      {inviteQr && (
        <img src={inviteQr} alt="QR code of the invite code" className="size-20 rounded-sm sm:size-24" />
      )}
      <div className="grid gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3 sm:block">
          <span className="text-sm text-muted">Invite code</span>
          <code className="block font-mono text-lg font-semibold tracking-widest select-all">
            {inviteCode}
          </code>
        </p>
        <div className="flex flex-wrap gap-2">
          {'share' in navigator && (
            <Button onClick={() => void share()}>
              <Share2 size={18} strokeWidth={1.75} />
              Share<span className="sr-only"> code</span>
            </Button>
          )}
          <Button variant="secondary" onClick={() => void copy()}>
            <Copy size={18} strokeWidth={1.75} />
            Copy<span className="sr-only"> code</span>
          </Button>
        </div>
      </div>
    </div>
  );
}
