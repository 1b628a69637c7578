import Printer from 'lucide:printer';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { EventView } from '../../../contract/event/site.ts';
import type { BadgeContent } from '../../../contract/event-day/badges.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { applicationCountsQuery, fetchApplicationRows } from '../../apply/applications/applications.api.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { splitInto } from '../../lib/split-into.ts';
import { useAction } from '../../lib/use-action.ts';
import { AppLink, Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { computeNameSize } from './badge-font-size.ts';
import { badgesQuery } from './badges.api.ts';

/** Badges to print, eight per sheet, for the applications whose ids are in the fragment of the address. */
export function Component() {
  const ids = useLocation().hash.slice(1).split(',').filter(Boolean);
  const badges = useQuery(badgesQuery(ids));
  return (
    <WorkPage
      title="Badges"
      className="badges-page"
      actions={
        <Button disabled={!badges.data?.length} onClick={() => print()}>
          <Printer size={20} />
          Print
        </Button>
      }
    >
      {ids.length === 0 ? (
        <EmptyState
          text="Select people in the list of applications, then choose Print badges."
          scene="doors"
          action={<Everybody />}
        />
      ) : (
        <Loaded
          query={badges}
          loading={`Creating ${formatCount(ids.length, 'badge')}...`}
          failed="The badges could not be created. Please try again."
        >
          {(data) => <Sheets badges={data} asked={ids.length} />}
        </Loaded>
      )}
    </WorkPage>
  );
}

function Everybody() {
  const { data: counts } = useQuery(applicationCountsQuery);
  const navigate = useNavigate();
  const approved = counts?.approved ?? 0;
  const open = useAction(
    () => fetchApplicationRows({ filter: 'approved', q: '', sort: 'newest', narrowing: {} }, 0, approved - 1),
    { onSuccess: (rows) => navigate(`${paths.badges}#${rows.map(({ _id }) => _id).join(',')}`) },
  );
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <LinkButton href={paths.dashboard} variant="secondary">
        Applications
      </LinkButton>
      {approved > 0 && (
        <Button busy={open.isPending} onClick={() => open.mutate()}>
          Everybody approved ({approved})
        </Button>
      )}
    </div>
  );
}

function Sheets({ badges, asked }: { badges: BadgeContent[]; asked: number }) {
  const event = useEvent();
  const sheets = splitInto(badges, limits.badges.perSheet);
  const missing = asked - badges.length;
  const nameless = badges.filter(({ name }) => name.trim() === '');
  return (
    <>
      <div role="status" className="grid gap-1 print:hidden">
        <p>
          {formatCount(badges.length, 'badge')} on {formatCount(sheets.length, 'sheet')}, A4 or Letter. Print
          at 100%, then cut along the lines: each is 90 × 60 mm.
        </p>
        {missing > 0 && (
          <p className="text-warning">
            {missing === 1 ? 'One person is' : `${missing} people are`} not approved and{' '}
            {missing === 1 ? 'has' : 'have'} no badge.
          </p>
        )}
        {nameless.length > 0 && (
          <p className="text-warning">
            {nameless.length === 1 ? 'One badge has' : `${nameless.length} badges have`} no name yet. Write to{' '}
            {nameless.map(({ _id, email }, at) => (
              <Fragment key={_id}>
                {at > 0 && ', '}
                <AppLink className="link" href={`${paths.dashboard}?id=${_id}`}>
                  {email ?? 'somebody without an address'}
                </AppLink>
              </Fragment>
            ))}{' '}
            before you print.
          </p>
        )}
      </div>
      {event &&
        sheets.map((sheet) => (
          <ul key={sheet[0]?._id} className="badge-sheet">
            {sheet.map((badge) => (
              <li key={badge._id} className="badge">
                <p className="badge-event">{event.name}</p>
                <div className="badge-person">
                  <p className="badge-name" style={{ fontSize: `${computeNameSize(badge.name)}mm` }}>
                    {badge.name}
                  </p>
                  {badge.team && <p className="badge-team">{badge.team}</p>}
                  {badge.tableNumber !== undefined && <p className="badge-team">Table {badge.tableNumber}</p>}
                </div>
                <img src={badge.qrCode} alt={`Check-in QR code for ${badge.name}`} className="badge-code" />
                <p className={joinClasses('badge-track', getTrackColor(event, badge.track))}>{badge.track}</p>
              </li>
            ))}
          </ul>
        ))}
    </>
  );
}

/** The colors of the tracks, in the order of the event, repeated when there are more tracks. */
const trackColors = [
  'bg-butter text-ink',
  'bg-tangerine text-ink',
  'bg-night text-white',
  'bg-go text-white',
];

function getTrackColor({ tracks }: EventView, title: string): string | undefined {
  const index = tracks.findIndex((track) => track.title === title);
  return trackColors[Math.max(0, index) % trackColors.length];
}
