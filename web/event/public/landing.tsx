import { listSlots } from '../../../contract/event/program.ts';
import { paths } from '../../../contract/pages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { HourRail } from '../../ui/hour-rail.tsx';
import { Document, type PageContext } from './document.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { findProjectsLink } from './main-button.tsx';
import { listHeroSlides } from './slides.ts';
import { Sponsors } from './sponsors.tsx';
import { TrackCards } from './track-cards.tsx';

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
