import { Info } from 'lucide-react';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { fill, texts } from '../../contract/texts.ts';

/** How large a team of this track may be. */
export function TrackInfo({ track: { id, maxTeamSize } }: { track: EventView['tracks'][number] }) {
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Info size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" />
      {maxTeamSize === undefined
        ? `${id}: Teams have up to ${limits.team.maxSize} members.`
        : fill(texts.track.limitedInfo, { track: id, max: maxTeamSize })}
    </p>
  );
}
