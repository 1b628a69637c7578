import type { Event } from '../../../contract/event/event.ts';
import { listSlots } from '../../../contract/event/program.ts';
import { paths } from '../../../contract/pages.ts';
import { joinClasses } from '../../lib/classes.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { HourRail } from '../../ui/hour-rail.tsx';
import { Document, type PageContext } from './document.tsx';
import { Hero } from './hero.tsx';
import { findProjectsLink } from './main-button.tsx';
import { listHeroSlides } from './slides.ts';
import { Sponsors } from './sponsors.tsx';

const inks = ['bg-butter text-ink', 'bg-night text-white', 'bg-tangerine text-ink'];

function TrackCards({ tracks }: { tracks: Event['tracks'] }) {
  return (
    <section aria-labelledby="tracks">
      <h2 id="tracks" className="text-3xl">
        What you can win
      </h2>
      <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {tracks.map(({ id, title, summary, prize, maxTeamSize }, position) => (
          <li key={id} className="flex flex-col overflow-hidden rounded-lg border-2 border-edge bg-surface">
            <p
              className={joinClasses(
                'halftone flex min-h-44 items-end border-b-2 border-edge p-5 font-display text-2xl font-bold tracking-tight text-balance',
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
        {faq.map(({ question, answer }) => (
          <details key={question} name="faq" className="group border-t-2 border-edge">
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

export function Landing(context: PageContext) {
  const { event, assets } = context;
  const slides = listHeroSlides(event, assets);
  return (
    <Document
      {...context}
      path="/"
      title={`${event.name} · ${event.tagline}`}
      description={event.hero.lede}
      firstSlide={slides[0]}
    >
      <Hero event={event} slides={slides} projects={findProjectsLink(context)} />
      <HourRail event={{ ...event, program: listSlots(event) }} />
      <div className="mx-auto grid max-w-6xl gap-24 px-4 pt-24 sm:px-8">
        <TrackCards tracks={event.tracks} />
        {context.hasGallery && (
          <section aria-labelledby="projects">
            <h2 id="projects" className="text-3xl">
              Projects
            </h2>
            <p className="mt-3">What was built at {event.name}.</p>
            <p className="mt-6">
              <a href={paths.projects} className={buttonClasses('primary', 'md')}>
                See all projects
              </a>
            </p>
          </section>
        )}
        <Faq faq={event.faq} contact={event.links.contact} />
        <Sponsors sponsors={event.sponsors} logos={assets.logos} />
      </div>
    </Document>
  );
}
