import { type ComponentProps, Fragment } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { paths } from '../../../contract/pages.ts';
import { Carousel } from './carousel.tsx';
import { Countdown } from './countdown.tsx';
import { MainButton } from './main-button.tsx';
import { PhaseLine } from './phase-line.tsx';
import type { Slide } from './slides.ts';

/** What a visitor sees first: when, where, what, one button, and a picture. */
export function Hero({
  event,
  slides,
  projects,
}: {
  event: Event;
  slides: Slide[];
  projects: ComponentProps<typeof MainButton>['projects'];
}) {
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-x-12 gap-y-12 px-4 pt-8 pb-16 sm:px-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:pt-12 lg:pb-24">
      <div>
        <p className="font-mono text-xs text-accent-text sm:text-sm">
          {event.dates.label} · {event.place}
        </p>
        <h1 className="hero-title mt-4">
          {/* One line a sentence. */}
          {event.hero.title.split(/(?<=[.!?]) +/).map((sentence, place) => (
            <Fragment key={sentence}>
              {place > 0 && ' '}
              <span className="block">{sentence}</span>
            </Fragment>
          ))}
        </h1>
        <p className="mt-6 max-w-[34ch] text-lg text-muted">{event.hero.lede}</p>
        <PhaseLine event={event} />
        <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-6">
          <MainButton
            event={event}
            register="register for the event"
            closed={{ href: paths.schedule, label: 'see the schedule' }}
            projects={projects}
          />
          <Countdown event={event} />
        </div>
      </div>
      <Carousel slides={slides} treatment={event.hero.treatment} />
    </div>
  );
}
