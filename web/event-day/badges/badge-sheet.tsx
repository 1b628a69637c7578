import type { BadgeContent } from '../../../contract/event-day/badges.ts';
import { joinClasses } from '../../lib/classes.ts';
import { computeNameSize } from './badge-font-size.ts';

/** The colors of the tracks, in the order of the event, repeated when there are more tracks. */
const trackColors = [
  'bg-butter text-ink',
  'bg-tangerine text-ink',
  'bg-night text-white',
  'bg-go text-white',
];

interface BadgeSheetProps {
  badges: BadgeContent[];
  event: string;
  /** The titles of the event's tracks. */
  tracks: string[];
}

/** One printed sheet of badges, to be cut along the lines. */
export function BadgeSheet({ badges, event, tracks }: BadgeSheetProps) {
  return (
    <ul className="badge-sheet">
      {badges.map((badge) => (
        <li key={badge._id} className="badge">
          <p className="badge-event">{event}</p>
          <div className="badge-person">
            <p className="badge-name" style={{ fontSize: `${computeNameSize(badge.name)}mm` }}>
              {badge.name}
            </p>
            {badge.team && <p className="badge-team">{badge.team}</p>}
            {badge.tableNumber !== undefined && <p className="badge-team">Table {badge.tableNumber}</p>}
          </div>
          <img src={badge.qrCode} alt={`Check-in QR code for ${badge.name}`} className="badge-code" />
          <p
            className={joinClasses(
              'badge-track',
              trackColors[Math.max(0, tracks.indexOf(badge.track)) % trackColors.length],
            )}
          >
            {badge.track}
          </p>
        </li>
      ))}
    </ul>
  );
}
