import { isUploaded } from '../../../contract/event/event-values.ts';
import { createProgram, type Day, type Slot } from '../../../contract/event/program.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { HourRail } from '../../ui/hour-rail.tsx';
import { illustrations } from '../../ui/illustration.tsx';
import { Document, type PageContext } from './document.tsx';
import { EventPicture } from './event-picture.tsx';
import { findProjectsLink, MainButton } from './main-button.tsx';
import type { PictureSources } from './slides.ts';

function Lines({ lines }: { lines: string[] }) {
  const subItems = lines.filter((line) => line.startsWith('-'));
  return (
    <>
      {lines
        .filter((line) => !line.startsWith('-'))
        .map((line) => (
          <p key={line} className="mt-1 text-muted">
            {line}
          </p>
        ))}
      {subItems.length > 0 && (
        <ul className="mt-1 text-muted">
          {subItems.map((line) => (
            <li key={line} className="before:mr-2 before:text-accent-text before:content-['–']">
              {line.replace(/^-\s*/, '')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ slot, pictures }: { slot: Slot; pictures: PictureSources }) {
  const { id, date, start, time, title, place, lines, image, startsAt, endsAt } = slot;
  return (
    <li id={id} data-start={startsAt} data-end={endsAt} className="slot">
      <p className="font-mono text-sm text-muted sm:pt-1">
        <time dateTime={`${date}T${start}`}>{time}</time>
      </p>
      <div>
        <h3 className="text-lg">
          {title} <span data-chip className="slot-chip" />
        </h3>
        {place && <p className="mt-1 font-semibold">{place}</p>}
        <Lines lines={lines} />
        {image && isUploaded(image.src) && (
          <EventPicture {...image} pictures={pictures} width={360} className="mt-3 max-h-64 rounded-md" />
        )}
      </div>
    </li>
  );
}

function DaySection({ day, pictures }: { day: Day; pictures: PictureSources }) {
  return (
    <section aria-labelledby={day.id}>
      <h2 id={day.id} className="scroll-mt-20 border-b-2 border-edge pb-3 text-2xl">
        {day.title}
      </h2>
      <ol>
        {day.slots.map((slot) => (
          <Row key={slot.id} slot={slot} pictures={pictures} />
        ))}
      </ol>
    </section>
  );
}

export function SchedulePage(context: PageContext) {
  const { event, pictures } = context;
  const days = createProgram(event);
  return (
    <Document
      {...context}
      path={paths.schedule}
      title={`event schedule · ${event.name}`}
      description={event.badge}
    >
      <div className="mx-auto page-frame px-4 pt-8 sm:px-8 lg:pt-12">
        <p className="inline-block rounded-[1.5em] border-2 border-edge bg-butter px-4 py-1 font-mono text-xs text-ink">
          {event.badge}
        </p>
        <h1 className="mt-5 text-hero">event schedule</h1>
        <div className="mt-8 flex flex-wrap items-center gap-4 print:hidden">
          <MainButton
            event={event}
            register={`register for ${event.name}`}
            closed={{ href: paths.home, label: `about ${event.name}` }}
            projects={findProjectsLink(context)}
          />
          <a className={buttonClasses('secondary', 'md', 'min-h-13')} href={paths.calendar}>
            Add to calendar
          </a>
          <a
            className="inline-flex min-h-12 items-center font-semibold underline"
            href={`${paths.calendar}?as=one`}
          >
            Add as one entry
          </a>
        </div>
      </div>
      <HourRail event={{ ...event, program: days.flatMap(({ slots }) => slots) }} className="mt-10" />
      <nav
        aria-label="Days"
        data-zone={event.timezone}
        className="sticky top-0 z-(--z-header) flex border-b-2 border-edge bg-bg sm:hidden print:hidden"
      >
        {days.map(({ id, title, date }) => (
          <a
            key={id}
            href={`#${id}`}
            data-day={date}
            className="grid min-h-12 flex-1 place-items-center px-2 text-sm font-semibold aria-[current=date]:bg-butter aria-[current=date]:text-ink"
          >
            {title}
          </a>
        ))}
      </nav>
      <div className="mx-auto mt-10 grid page-frame items-start gap-x-16 gap-y-14 px-4 sm:mt-16 sm:px-8 lg:grid-cols-2">
        {days.map((day, position) => (
          <div key={day.id}>
            <DaySection day={day} pictures={pictures} />
            {position > 0 && position === days.length - 1 && (
              <img
                src={illustrations.treat}
                alt=""
                width={960}
                height={720}
                loading="lazy"
                className="mt-14 h-auto w-[calc(100%-0.5rem)] rounded-lg border-2 border-edge shadow-print max-lg:hidden print:hidden"
              />
            )}
          </div>
        ))}
      </div>
    </Document>
  );
}
