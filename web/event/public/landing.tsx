import { type Event, listPrizes } from '../../../contract/event/event.ts';
import { isUploaded } from '../../../contract/event/event-values.ts';
import { listSlots } from '../../../contract/event/program.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { joinClasses } from '../../lib/classes.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { HourRail } from '../../ui/hour-rail.tsx';
import { Document, type PageContext } from './document.tsx';
import { EventPicture } from './event-picture.tsx';
import { ProjectTile } from './gallery-tile.tsx';
import { Hero } from './hero.tsx';
import { findProjectsLink } from './main-button.tsx';
import { listHeroSlides, type PictureSources } from './slides.ts';

const inks = ['bg-butter text-ink', 'bg-night text-white', 'bg-tangerine text-ink'];

function Prizes({
  event: { tracks, specialCategories, projects },
  hasGallery,
}: Pick<PageContext, 'event' | 'hasGallery'>) {
  const special = listPrizes({ specialCategories, projects });
  return (
    <section aria-labelledby="tracks">
      <h2 id="tracks" className="text-3xl">
        {hasGallery ? 'Prizes' : 'What you can win'}
      </h2>
      <ul className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {tracks.map(({ id, title, summary, prize, maxTeamSize }, position) => (
          <li key={id} className="flex flex-col overflow-hidden rounded-lg border-2 border-edge bg-surface">
            <p
              className={joinClasses(
                'halftone flex min-h-28 items-end border-b-2 border-edge p-5 font-display text-2xl font-bold tracking-tight text-balance',
                inks[position % inks.length],
              )}
            >
              {prize}
            </p>
            <div className="p-5">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-muted">{summary}</p>
              {maxTeamSize && <p className="mt-3 font-mono text-xs">teams of {maxTeamSize} at most</p>}
            </div>
          </li>
        ))}
      </ul>
      {special.length > 0 && (
        <p className="mt-6 text-muted">Special prizes: {special.map(({ label }) => label).join(' · ')}</p>
      )}
      {special.map(
        ({ key, label, description }) =>
          description && (
            <p key={key} className="mt-2 max-w-[70ch] text-muted wrap-anywhere">
              <strong>{label}</strong>: {description}
            </p>
          ),
      )}
    </section>
  );
}

/** Questions that open one at a time, without a script. */
function Faq({ faq, contact }: { faq: Event['faq']; contact: string }) {
  if (faq.length === 0) return null;
  return (
    <section
      aria-labelledby="faq"
      className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
    >
      <div>
        <h2 id="faq" className="text-3xl">
          FAQ
        </h2>
        <p className="mt-4 max-w-[30ch] text-muted">
          Not answered here?{' '}
          <a className="link" href={contact}>
            Write to us
          </a>
          .
        </p>
      </div>
      <div className="border-b-2 border-edge">
        {faq.map(({ question, answer }, position) => (
          <details key={question} name="faq" open={position === 0} className="group border-t-2 border-edge">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-display text-lg font-bold tracking-tight">
              {question}
              <span aria-hidden="true" className="plus" />
            </summary>
            <p className="max-w-[58ch] pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** What the last event was like, in figures and winners, each only where it is given. */
function Past({ past }: { past: Event['past'] }) {
  if (!past) return null;
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="text-3xl">
        Last time
      </h2>
      {past.figures.length > 0 && (
        <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-4">
          {past.figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-muted">{label}</dt>
              <dd className="tabular font-display text-3xl font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {past.winners.length > 0 && (
        <ul aria-label="Past winners" className="mt-6 grid gap-x-12 gap-y-3 sm:grid-cols-2">
          {past.winners.map(({ project, prize, url }) => (
            <li key={project}>
              <span className="block font-display text-lg font-bold wrap-anywhere">
                {url ? (
                  <a className="link" href={url}>
                    {project}
                  </a>
                ) : (
                  project
                )}
              </span>
              <span className="text-muted">{prize}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Landing(context: PageContext) {
  const { event, pictures } = context;
  const slides = listHeroSlides(event, pictures);
  return (
    <Document
      {...context}
      path="/"
      title={`${event.name} · ${event.tagline}`}
      description={event.hero.lede}
      firstSlide={slides[0]}
    >
      <p
        hidden
        data-goodbye
        tabIndex={-1}
        className="border-b-2 border-edge bg-butter px-4 py-10 text-center outline-none font-display text-2xl font-bold text-ink sm:px-8"
      >
        Your account is gone. Thank you.
      </p>
      <p
        hidden
        data-wanted-page
        role="status"
        className="border-b-2 border-edge bg-butter px-4 py-4 text-center text-ink sm:px-8"
      >
        The page that you opened is for people who are signed in.{' '}
        <a href={paths.login} className="font-semibold underline underline-offset-4">
          Sign in to open it
        </a>
      </p>
      <Hero event={event} slides={slides} projects={findProjectsLink(context)} />
      <HourRail event={{ ...event, program: listSlots(event) }} />
      <div className="page-frame mx-auto grid grid-cols-1 gap-14 px-4 pt-14 sm:px-8 lg:gap-20">
        {context.hasGallery && (
          <section aria-labelledby="projects">
            <h2 id="projects" className="text-3xl">
              Projects
            </h2>
            <p className="mt-3">What was built at {event.name}.</p>
            <ul className="mt-6 grid grid-cols-1 gap-6 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
              {context.projects?.map((project) => (
                <ProjectTile
                  key={project.id}
                  project={project}
                  href={`${paths.projects}/${project.id}`}
                  early={false}
                />
              ))}
            </ul>
            <p className="mt-6">
              <a href={paths.projects} className={buttonClasses('primary', 'md')}>
                See all projects
              </a>
            </p>
          </section>
        )}
        <Past past={event.past} />
        <Prizes event={event} hasGallery={context.hasGallery} />
        <Faq faq={event.faq} contact={event.links.contact} />
        <Sponsors sponsors={event.sponsors} pictures={pictures} />
        {event.organizers && (
          <section aria-labelledby="organizers">
            <h2 id="organizers" className="text-3xl">
              Who organizes
            </h2>
            <p className="mt-4 max-w-prose text-muted">{event.organizers}</p>
          </section>
        )}
      </div>
    </Document>
  );
}

const sizes = { 1: 'h-36 basis-72', 2: 'h-28 basis-52', 3: 'h-20 basis-40' } as const;

interface SponsorsProps {
  sponsors: Event['sponsors'];
  pictures: PictureSources;
}

/** The sponsors, with an invitation to become one; a single line while there are none. */
function Sponsors({ sponsors: { list, note, showPlaceholders }, pictures }: SponsorsProps) {
  const empty = list.length === 0;
  if (empty && !showPlaceholders) return null;
  return (
    <section aria-labelledby="sponsors">
      <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        <h2 id="sponsors" className="text-3xl">
          Sponsors
        </h2>
        <p className="text-muted">{note}</p>
      </div>
      {!empty && (
        <ul className="mt-6 flex flex-wrap gap-4">
          {list
            .toSorted((a, b) => a.tier - b.tier)
            .map(({ name, url, logo = '', tier }) => (
              <li key={name} className={joinClasses('grow', sizes[tier as keyof typeof sizes])}>
                <a
                  href={url}
                  rel="sponsored noopener"
                  className="sponsor flex size-full items-center justify-center rounded-md border border-hairline bg-paper p-5 text-ink"
                >
                  {isUploaded(logo) ? (
                    <EventPicture
                      src={logo}
                      alt={name}
                      pictures={pictures}
                      width={240}
                      className="max-h-full max-w-full object-contain"
                    />
                  ) : (
                    <span className="font-display text-xl font-bold tracking-tight">{name}</span>
                  )}
                </a>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
