import ArrowRight from 'lucide:arrow-right';
import Check from 'lucide:check';
import {
  type EventPhase,
  getEventPhase,
  getEventTimes,
  isExampleEvent,
} from '../../../contract/event/phases.ts';
import { findSlotsAt, formatWait } from '../../../contract/event/program.ts';
import type { EventView } from '../../../contract/event/site.ts';
import type { Home } from '../../../contract/operations/home.ts';
import { day, hour } from '../../../contract/platform/durations.ts';
import { formatCount, formatDateTime, formatNumber, formatTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { DoneButton } from '../../event-day/check-in-overview/done-button.tsx';
import { canOpen } from '../../layout/sidebar-access.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { useSession } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { AppLink, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { homeQuery } from './home.api.ts';

const ApplicationCharts = lazyPart(
  () => import('../../apply/applications/application-charts.tsx'),
  <div className="min-h-64" />,
);

// In milliseconds.
const atMostEvery = 2000;
/** With so many applications, the site is in use, and no longer being set up. */
const inUse = 5;

/** What needs an organizer now, each line leading to where it is done, and the figures of the event. */
export function Component() {
  const event = useEvent();
  const home = useLiveQuery(homeQuery, 'applications', { atMostEvery });
  const refresh = () => void home.refetch();
  useLive('check-ins', refresh, { atMostEvery });
  useLive('check-in-overview', refresh, { atMostEvery });
  useLive('judging', refresh, { atMostEvery });
  return (
    <WorkPage title="Home">
      <Loaded query={home} loading="Loading..." failed="Your tasks could not be loaded.">
        {(data) => event && <Tasks home={data} event={event} />}
      </Loaded>
    </WorkPage>
  );
}

function Tasks({ home, event }: { home: Home; event: EventView }) {
  const now = useNow();
  const phase = getEventPhase(getEventTimes(event), now);
  const steps = listSetup(home, event, now);
  const role = useSession().user?.role;
  const lines = listNeeds(home, event, phase, now).filter(({ href }) => canOpen(role, href));
  const isSetUp = role !== 'admin' || home.applications >= inUse || steps.every(({ done }) => done);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4">
          {!isSetUp && <Setup steps={steps} isExample={isExampleEvent(event)} />}
          {(isSetUp || lines.length > 0) && <Needs lines={lines} />}
        </div>
        <Schedule event={event} now={now} canChange={canOpen(role, paths.settings)} />
      </div>
      {home.applications > 0 && canOpen(role, paths.dashboard) && (
        <Card title="Figures">
          <ApplicationCharts />
        </Card>
      )}
    </>
  );
}

interface Line {
  text: string;
  detail: string;
  href: string;
  /** The problem from a station that the line is about. */
  problem?: string;
}

/** Returns what needs somebody, what is most urgent in this phase first. */
function listNeeds(home: Home, event: EventView, phase: EventPhase, now: number): Line[] {
  const isOn = phase === 'live' || phase === 'over';
  const isJudged = isOn && !home.resultsPublished && home.tables > 0;
  const age = home.oldestAt ? Math.floor((now - Date.parse(home.oldestAt)) / day) : 0;
  // In the past for an event without projects, where there are no drafts either.
  const dueAt = Date.parse(home.projectsDueAt ?? event.dates.start);
  const line = (needed: unknown, text: string, detail: string, href: string): Line[] =>
    needed ? [{ text, detail, href }] : [];
  const number = (count: number) => formatNumber(count, event);

  const placeOf = (id: string) => event.checkpoints.find((checkpoint) => checkpoint.id === id)?.name ?? id;
  const problems = home.problems.map(({ _id, checkpoint, message, note, name }) => ({
    text: [message, name && formatName(name)].filter(Boolean).join(': '),
    detail: [note, placeOf(checkpoint)].filter(Boolean).join(' · '),
    href: `${paths.checkInOverview}?at=${checkpoint}`,
    problem: _id,
  }));
  const onTheDay = [
    ...line(
      phase === 'live' && home.arrived < home.expected,
      `${number(home.arrived)} of ${number(home.expected)} arrived`,
      '',
      paths.checkInOverview,
    ),
    ...line(
      home.waitingWalkIns,
      formatCount(home.waitingWalkIns, 'walk-in waits', 'walk-ins wait'),
      'at the entrance',
      `${paths.checkIn}?mode=walk-in`,
    ),
    ...line(
      home.doubleCheckIns,
      `${formatCount(home.doubleCheckIns, 'person', 'people')} checked in twice`,
      'by stations without a network',
      paths.checkInOverview,
    ),
    ...line(home.judgingPaused, 'Judging is paused', 'scores wait on the judges’ devices', paths.judging),
    ...line(
      isJudged && home.unscored,
      `${formatCount(home.unscored, 'table')} unscored`,
      `of ${number(home.tables)}`,
      paths.judging,
    ),
    ...line(
      isOn && !home.resultsPublished && (now >= dueAt || home.unscored < home.tables) && home.withoutTable,
      formatCount(home.withoutTable, 'submitted project has no table', 'submitted projects have no table'),
      'no judge is sent there',
      paths.judging,
    ),
    ...line(
      isJudged && event.projects && home.unscored === 0,
      'Every table is scored',
      'the winners are not public',
      paths.publish,
    ),
  ];
  const reviewing = [
    ...line(
      home.pending,
      `${number(home.pending)} to review`,
      age > 0 ? `oldest ${formatCount(age, 'day')}` : 'since today',
      `${paths.dashboard}?status=pending&sort=oldest`,
    ),
    ...line(
      home.held,
      `${formatCount(home.held, 'decision')} to release`,
      'applicants see nothing until then',
      paths.dashboard,
    ),
    ...line(
      home.endingOffers,
      `${formatCount(home.endingOffers, 'offer lapses', 'offers lapse')} within a day`,
      `the first ${formatDateTime(home.firstEndsAt ?? now, event)}`,
      paths.waitlist,
    ),
  ];
  const mentions = home.mentions.flatMap(({ application, by }) =>
    line(
      true,
      `${by ?? 'Somebody'} mentions you`,
      'in a note on an application',
      `${paths.dashboard}?id=${application}`,
    ),
  );
  return [
    ...problems,
    ...mentions,
    ...line(
      home.jobsDueSince,
      'Emails and other background work are late',
      `by ${formatWait(now - Date.parse(home.jobsDueSince ?? event.dates.start))}; if this continues, tell the person who runs the site`,
      paths.log,
    ),
    ...(isOn ? onTheDay : reviewing),
    ...line(
      home.failedMails,
      `${formatCount(home.failedMails, 'email')} failed`,
      'send them again, or reach these people another way',
      paths.log,
    ),
    ...line(
      home.unconfirmed,
      `${formatCount(home.unconfirmed, 'account')} without a confirmed address`,
      'they get no email until they sign in again; if they have two accounts, merge them',
      paths.dashboard,
    ),
    ...(isOn ? reviewing : onTheDay),
    ...line(
      home.reported,
      `${formatCount(home.reported, 'project')} reported`,
      'by visitors of the gallery',
      paths.projectsOverview,
    ),
    ...line(
      isOn && (home.drafts || now < dueAt),
      `${formatCount(home.drafts, 'project')} in draft`,
      `${number(home.submitted)} submitted, ${now < dueAt ? 'due' : 'were due'} ${formatDateTime(dueAt, event)}`,
      paths.projectsOverview,
    ),
    ...line(
      phase === 'over' && home.applications >= inUse,
      'The event is over',
      'exports, certificates, feedback',
      paths.afterEvent,
    ),
  ];
}

function Needs({ lines }: { lines: Line[] }) {
  return (
    <Card title="Needs you now">
      {lines.length === 0 && <EmptyState text="Nothing needs you right now." scene="treat" />}
      <ul className="divide-y divide-hairline" hidden={lines.length === 0}>
        {lines.map(({ text, detail, href, problem }) => (
          <li key={problem ?? text} className="flex items-center gap-2">
            <AppLink
              href={href}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md py-2 -outline-offset-3 hover:bg-surface-2"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <span className="font-display text-lg font-semibold tracking-tight">{text}</span>
                <span className="text-sm text-muted">{detail}</span>
              </span>
              <ArrowRight size={18} className="shrink-0 text-muted" />
            </AppLink>
            {problem && <DoneButton problem={problem} about={text} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface Step {
  done: boolean;
  text: string;
  how: string;
  href?: string;
}

function listSetup(home: Home, event: EventView, now: number): Step[] {
  const isAhead = now < Date.parse(event.dates.end) + day;
  const step = (text: string, done: boolean, [is, todo]: [string, string], href?: string): Step => ({
    text,
    done,
    how: done ? is : todo,
    ...(href && { href }),
  });
  const deadline = (what: string, at: string, todo: string, section: string) =>
    step(
      `Deadline for ${what}`,
      Date.parse(at) > now,
      [formatDateTime(at, event), `It passed ${formatDateTime(at, event)}. ${todo}`],
      `${paths.settings}?section=${section}`,
    );
  return [
    step(
      'Name and dates',
      isAhead,
      [
        `${event.name}, ${event.dates.label}`,
        `${event.name} ended ${event.dates.label}. Set name and dates.`,
      ],
      `${paths.settings}?section=event`,
    ),
    step(
      'Schedule',
      event.program.some(({ endsAt }) => endsAt > now),
      [formatCount(event.program.length, 'item'), 'It is on past days. Move it to yours.'],
      `${paths.settings}?section=schedule`,
    ),
    deadline('applications', event.registration.closesAt, 'Set deadline and places.', 'places'),
    ...(home.projectsDueAt
      ? [deadline('projects', home.projectsDueAt, 'Set it beside the prizes.', 'tracks')]
      : []),
    step(
      'Email',
      home.sendsMail,
      ['Emails are sent.', 'Emails are only written to data/outbox. Set SMTP_URL and MAIL_FROM.'],
      `${paths.settings}?section=mail`,
    ),
    step(
      'A second organizer',
      home.organizers > 1,
      [formatCount(home.organizers, 'organizer'), 'Invite somebody by email.'],
      paths.staff,
    ),
    step(
      'A first application',
      home.applications > 0,
      ['Decide on it', 'Open the public page in a private window, and apply with another address.'],
      home.applications > 0 ? paths.dashboard : paths.home,
    ),
    step(
      'Stations',
      home.stations > 0,
      [formatCount(home.stations, 'device'), 'Open the station on each phone that will scan'],
      paths.checkIn,
    ),
  ];
}

/** Sections of the settings without a step of their own. */
const others = [
  ['public', 'first screen, FAQ and sponsors'],
  ['tracks', 'tracks and prizes'],
  ['form', 'questions of the application form'],
] as const;

function Setup({ steps, isExample }: { steps: Step[]; isExample: boolean }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      title="Set up"
      aside={<span className="text-sm text-muted">{`${done} of ${steps.length} done`}</span>}
    >
      {isExample && (
        <p className="pb-2">
          This is the example event: set up your own in{' '}
          <AppLink href={paths.settings} className="link">
            Settings
          </AppLink>
          .
        </p>
      )}
      <ol className="divide-y divide-hairline">
        {steps.map((step) => (
          <li key={step.text} className="flex items-start gap-3 py-2">
            <span
              className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 ${
                step.done ? 'border-success text-success' : 'border-border'
              }`}
            >
              {step.done && <Check size={16} strokeWidth={2.5} />}
            </span>
            <span className="min-w-0">
              <span className="font-semibold">{step.text}</span>
              <span className="sr-only">{step.done ? ', done' : ', to do'}</span>
              <span className="block text-sm text-muted wrap-anywhere">
                {step.href ? (
                  <AppLink href={step.href} className="link">
                    {step.how}
                  </AppLink>
                ) : (
                  step.how
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="border-t border-hairline pt-3 text-sm text-muted">
        Make the rest yours:{' '}
        {others.map(([section, text], at) => (
          <span key={section}>
            {at > 0 && ', '}
            <AppLink href={`${paths.settings}?section=${section}`} className="link">
              {text}
            </AppLink>
          </span>
        ))}
        .
      </p>
    </Card>
  );
}

/** What runs now and begins within the hour; before and between, what comes next. */
function Schedule({ event, now, canChange }: { event: EventView; now: number; canChange: boolean }) {
  const { current, next } = findSlotsAt(event.program, now);
  const soon = event.program.filter(({ startsAt }) => startsAt > now && startsAt <= now + hour);
  const coming = soon.length > 0 || !next ? soon : [next];
  const describe = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) => {
    if (startsAt <= now) return `Now, until ${formatTime(endsAt, event)}`;
    return startsAt - now > day
      ? `Next, ${formatDateTime(startsAt, event)}`
      : `In ${formatWait(startsAt - now)}`;
  };
  return (
    <Card
      title="Schedule"
      className="self-start"
      aside={
        canChange && (
          <LinkButton href={`${paths.settings}?section=schedule`} variant="ghost" size="sm">
            Change schedule
          </LinkButton>
        )
      }
    >
      {current.length + coming.length === 0 && <EmptyState text="Nothing is scheduled any more." />}
      <ul className="divide-y divide-hairline">
        {[...current, ...coming].map((slot) => (
          <li key={slot.id} className="grid py-2">
            <span className="text-sm text-accent-text">{describe(slot)}</span>
            <strong className="wrap-anywhere">{slot.title}</strong>
            <span className="text-sm text-muted">
              {slot.time} · {slot.place ?? event.place}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
