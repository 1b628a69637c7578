import { queryClient } from '../../lib/query-client.ts';
import { checkedInQuery } from './check-in.api.ts';
import { checkAgainstRoster, findRoster } from './roster.ts';
import type { ScannedParticipant, ScanOutcome } from './scan-flow.ts';
import type { ScannedCode } from './scanned-code.ts';

// How long a station remembers whom it has checked in, in milliseconds.
const rememberedFor = 30_000;

interface RecentCheckIn {
  outcome: ScanOutcome;
  pass: string | undefined;
  at: number;
}

/**
 * Returns the memory of a station: whom it has just checked in. Their pass often comes into view once more, which is no second
 * scan.
 */
export function createRecentCheckIns(checkpoint: string) {
  const recent = new Map<string, RecentCheckIn>();

  /** Returns whether the list still has somebody: a check-in may have been undone elsewhere. */
  const isStillIn = (id: string, { result }: ScanOutcome) => {
    const known = queryClient.getQueryData(checkedInQuery(checkpoint).queryKey);
    return result === 'saved' || !known || known.list.some(({ userId }) => userId === id);
  };

  /** Returns the outcome of a person's check-in of the last 30 s. */
  function find(userId: string): ScanOutcome | undefined {
    const found = recent.get(userId.toLowerCase());
    if (!found || Date.now() - found.at > rememberedFor) return undefined;
    return isStillIn(userId.toLowerCase(), found.outcome) ? found.outcome : undefined;
  }

  return {
    add({ userId, pass }: ScannedParticipant, outcome: ScanOutcome): void {
      // What only this device knows counts for the pass that is still in the hand, not for one that comes back later.
      for (const [id, { outcome }] of recent) if (outcome.result === 'saved') recent.delete(id);
      recent.set(userId.toLowerCase(), { outcome, pass, at: Date.now() });
    },
    forget: (userId: string) => void recent.delete(userId.toLowerCase()),
    /** The server has answered a check-in that was saved here. */
    answer(key: string, outcome: ScanOutcome): void {
      for (const found of recent.values()) if (found.outcome.key === key) found.outcome = outcome;
    },
    find,
    /** Returns the same for a scanned code, unless its signature may be another. */
    async findByCode(code: ScannedCode): Promise<ScanOutcome | undefined> {
      const outcome = find(code.userId);
      const pass = recent.get(code.userId.toLowerCase())?.pass;
      if (!outcome || code.pass === pass) return outcome;
      const roster = findRoster(checkpoint);
      const { kind } = roster ? await checkAgainstRoster(roster, code, checkpoint) : { kind: 'unknown' };
      return kind === 'known' || (kind === 'unknown' && pass === undefined) ? outcome : undefined;
    },
  };
}
