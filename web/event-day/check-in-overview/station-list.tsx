import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../../contract/event/site.ts';
import type { StationReport } from '../../../contract/event-day/check-in-overview.ts';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { stationsQuery } from './check-in-overview.api.ts';

// Three reports have not come, in milliseconds.
const silentAfter = 65_000;

/** The stations of the day: when each was last heard of, and what it has not sent. */
export function StationList({ checkpoints }: { checkpoints: EventView['checkpoints'] }) {
  const { data } = useQuery(stationsQuery);
  if (!data || data.stations.length === 0) return null;
  return (
    <Card className="max-sm:p-4" title="Stations">
      <ul className="divide-y divide-hairline">
        {data.stations.map((station) => (
          <StationRow
            key={station._id}
            station={station}
            place={checkpoints.find(({ id }) => id === station.checkpoint)?.name ?? station.checkpoint}
          />
        ))}
      </ul>
    </Card>
  );
}

function StationRow({ station, place }: { station: StationReport; place: string }) {
  const event = useEvent();
  const now = useNow();
  const { by, seenAt, waiting, troubled } = station;
  const isSilent = now - Date.parse(seenAt) > silentAfter;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{place}</span>{' '}
        <span className="text-sm text-muted wrap-anywhere">{by}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2 text-sm">
        {waiting > 0 && <Badge tone="pending">{waiting} not sent</Badge>}
        {troubled > 0 && <Badge tone="rejected">{formatCount(troubled, 'needs', 'need')} attention</Badge>}
        <span className={isSilent ? 'text-warning' : 'text-muted'}>
          {isSilent ? `last heard from ${formatAgo(seenAt, event)}` : 'connected'}
        </span>
      </span>
    </li>
  );
}
