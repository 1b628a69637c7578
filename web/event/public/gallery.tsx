import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { GalleryContent } from '../../../contract/projects/gallery.ts';
import { joinClasses } from '../../lib/classes.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Document, type PageContext } from './document.tsx';
import { ProjectPictures, TilePicture } from './gallery-pictures.tsx';
import { Awards, ProjectTile } from './gallery-tile.tsx';

type ListContent = Extract<GalleryContent, { kind: 'list' }>;
type ProjectContent = Extract<GalleryContent, { kind: 'project' }>;

const linkNames = { repository: 'Repository', demo: 'Demo', video: 'Video' };

function FilterLinks({ content }: { content: ListContent }) {
  const links = [
    { href: paths.projects, label: 'All' },
    ...content.tracks.map(({ slug, title }) => ({ href: `${paths.projects}/track/${slug}`, label: title })),
    ...content.prizes.map(({ key, label }) => ({ href: `${paths.projects}/prize/${key}`, label })),
  ];
  return (
    <nav
      aria-label="Filter"
      className="-mx-4 mt-5 flex gap-2 overflow-x-auto px-4 pt-1 pb-2 sm:-mx-8 sm:px-8"
    >
      {links.map(({ href, label }) => {
        const isCurrent = label === (content.filter ?? 'All');
        return (
          <a
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={buttonClasses(
              isCurrent ? 'primary' : 'secondary',
              'sm',
              'min-h-11 shrink-0 whitespace-nowrap',
            )}
          >
            {label}
          </a>
        );
      })}
    </nav>
  );
}

function ProjectList({ content, ...context }: PageContext & { content: ListContent }) {
  const { event } = context;
  const { filter, projects } = content;
  return (
    <Document
      {...context}
      path={paths.projects}
      title={`${filter ?? 'Projects'} · ${event.name}`}
      description={`What was built at ${event.name}.`}
    >
      <div className="mx-auto page-frame px-4 pt-8 sm:px-8 lg:pt-12">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <div className="grow">
            <h1 className="text-hero">{filter ?? 'Projects'}</h1>
            <p className="text-muted">{formatCount(projects.length, 'project')}</p>
          </div>
          <search className="scripted w-full sm:w-64">
            <label htmlFor="find-project" className="sr-only">
              Search projects
            </label>
            <input
              id="find-project"
              type="search"
              placeholder="Search projects"
              autoComplete="off"
              className="min-h-11 w-full rounded-sm border border-border bg-surface px-3 text-base"
            />
          </search>
          {content.hasResults && (
            <a href={paths.results} className={buttonClasses('primary', 'md')}>
              <span className="sr-only">See the </span>Winners
            </a>
          )}
        </div>
        <FilterLinks content={content} />
        <ul data-gallery className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3 min-[100rem]:grid-cols-4">
          {projects.map((project, index) => (
            <ProjectTile
              key={project.id}
              project={project}
              href={`${paths.projects}/${project.id}`}
              early={index < 3}
            />
          ))}
        </ul>
        <p role="status" data-found className="mt-6 text-muted" />
        <button type="button" data-more hidden className={buttonClasses('secondary', 'md', 'mt-6 w-full')}>
          Show more
        </button>
      </div>
    </Document>
  );
}

function ProjectPage({ content, ...context }: PageContext & { content: ProjectContent }) {
  const { event } = context;
  const { project, pictures, links, descriptionHtml } = content;
  const { id, title, tagline, team, makers, track, tags, prizes, awards } = project;
  const labels = [...event.specialCategories, ...(event.projects ? event.projects.prizes : [])];
  return (
    <Document
      {...context}
      path={`${paths.projects}/${id}`}
      title={`${title} · ${event.name}`}
      description={tagline}
      sharePicture={pictures[0]}
    >
      <article className="mx-auto page-frame px-4 *:max-w-6xl pt-8 sm:px-8 lg:pt-12">
        <p>
          <a href={paths.projects} className="inline-flex min-h-11 items-center underline">
            All projects
          </a>
        </p>
        <h1 className="mt-4 text-3xl wrap-anywhere">{title}</h1>
        <p className="mt-3 text-xl wrap-anywhere">{tagline}</p>
        <p className="mt-3 text-muted wrap-anywhere">{[team, track].filter(Boolean).join(' · ')}</p>
        {makers.length > 0 && <p className="mt-1 wrap-anywhere">Made by {makers.join(', ')}</p>}
        <Awards awards={awards} />
        {links.length > 0 && (
          <ul className="mt-6 flex flex-wrap gap-4">
            {links.map(({ name, url, host }) => (
              <li key={name}>
                <a href={url} rel="nofollow noopener ugc" className="inline-flex min-h-11 items-center gap-2">
                  <span className="font-semibold underline">{linkNames[name]}</span>
                  <span className="text-sm text-muted wrap-anywhere">{host}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <ProjectPictures pictures={pictures} title={title} />
        {/* The description's own headings are a level below. */}
        {descriptionHtml && <h2 className="sr-only">Description</h2>}
        <div
          className="prose mt-8"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown without raw HTML
          dangerouslySetInnerHTML={{ __html: descriptionHtml }}
        />
        <WordList heading="Built with" words={tags} />
        <WordList
          heading="Entered for"
          words={prizes.map((key) => labels.find((each) => each.key === key)?.label ?? key)}
        />
        <ReportForm id={id} />
      </article>
    </Document>
  );
}

function WordList({ heading, words }: { heading: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section aria-label={heading} className="mt-8">
      <h2 className="text-lg">{heading}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {words.map((word) => (
          <li
            key={word}
            className="rounded-full border-2 border-edge px-4 py-1 font-mono text-xs wrap-anywhere"
          >
            {word}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReportForm({ id }: { id: string }) {
  return (
    <details data-report className="mt-10">
      <summary className="inline-flex min-h-11 items-center underline">Report this project</summary>
      <form method="post" action={`/api/projects/${id}/reports`} className="mt-3 grid gap-3">
        <label htmlFor="report">What is wrong with it? Only the organizers read this.</label>
        <textarea
          id="report"
          name="text"
          required
          maxLength={500}
          rows={3}
          className="rounded-lg border-2 border-edge bg-surface p-5"
        />
        <p>
          <button type="submit" className={buttonClasses('secondary', 'md')}>
            Send report
          </button>
        </p>
      </form>
    </details>
  );
}

type ClosedContent = Extract<GalleryContent, { kind: 'closed' }>;

const closedTexts = {
  gallery: {
    path: paths.projects,
    title: 'Projects',
    closed: 'The gallery is not open yet.',
    again: 'The gallery is being checked again.',
    before: 'It was open, but the organizers have closed it for now.',
  },
  results: {
    path: paths.results,
    title: 'Winners',
    closed: 'The winners are not announced yet.',
    again: 'The results are being checked again.',
    before: 'They were published, but the organizers have withdrawn them for now.',
  },
};

/** Says that the gallery or the results are not shown now, and when to come back. */
function ClosedPage({ content, ...context }: PageContext & { content: ClosedContent }) {
  const { event, hasGallery } = context;
  const { what, wasOpen, opensAt, endsAt } = content;
  const { path, title, closed, again, before } = closedTexts[what];
  const heading = wasOpen ? again : closed;
  const when = opensAt
    ? `It opens on ${formatDateTime(opensAt, event)}. Come back then.`
    : endsAt && !wasOpen
      ? `Come back after the event, which ends on ${formatDateTime(endsAt, event)}.`
      : 'No time is set yet.';
  return (
    <Document {...context} path={path} title={`${title} · ${event.name}`} description={heading}>
      <div className="mx-auto grid page-frame justify-items-start gap-4 px-4 pt-8 sm:px-8 lg:pt-12">
        <h1 className="text-3xl">{heading}</h1>
        {wasOpen && <p>{before}</p>}
        <p>{when}</p>
        <a href={hasGallery ? paths.projects : paths.home} className={buttonClasses('primary', 'md', 'mt-4')}>
          {hasGallery ? 'See the projects' : 'To the event page'}
        </a>
      </div>
    </Document>
  );
}

export function GalleryPage({ content, ...context }: PageContext & { content: GalleryContent }) {
  if (content.kind === 'closed') return <ClosedPage content={content} {...context} />;
  if (content.kind === 'results') return <ResultsPage content={content} {...context} />;
  return content.kind === 'list' ? (
    <ProjectList content={content} {...context} />
  ) : (
    <ProjectPage content={content} {...context} />
  );
}

type ResultsContent = Extract<GalleryContent, { kind: 'results' }>;

interface WinnerGroupProps {
  group: ResultsContent['groups'][number];
  /** The track whose winners they are; none for those of a special prize. */
  track?: PageContext['event']['tracks'][number];
}

function WinnerGroup({ group: { label, winners }, track }: WinnerGroupProps) {
  return (
    <section aria-label={label}>
      <h2 className="text-2xl wrap-anywhere">{label}</h2>
      <ol className={joinClasses('mt-4 grid gap-4', track && 'sm:grid-cols-2')}>
        {winners.map(({ place, tied, name, team, makers, project, picture }) => {
          // In a track, the first place takes the whole width.
          const isWide = track !== undefined && place === 1;
          return (
            <li
              key={`${place} ${name} ${team}`}
              className={joinClasses(
                'grid overflow-hidden rounded-lg border-2 border-edge',
                isWide ? 'bg-butter text-ink sm:col-span-2' : 'bg-surface',
                isWide && picture && 'sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
              )}
            >
              {picture && place === 1 && <TilePicture picture={picture} title={name} early fills={isWide} />}
              <span className={joinClasses('grid content-center gap-1', isWide ? 'p-6 sm:p-10' : 'p-5')}>
                <span
                  className={joinClasses(
                    'font-mono',
                    isWide ? 'text-3xl font-bold' : 'text-sm text-accent-text',
                  )}
                >
                  {place}
                  {tied && '='}
                  <span className="sr-only">{tied ? ' tied' : ''}</span>
                </span>
                <span
                  className={joinClasses(
                    'block font-display font-bold wrap-anywhere',
                    isWide ? 'text-3xl' : 'text-xl',
                  )}
                >
                  {project ? (
                    <a
                      href={`${paths.projects}/${project}`}
                      className="inline-flex min-h-11 items-center underline"
                    >
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </span>
                {team && (
                  <span className={joinClasses('block wrap-anywhere', isWide ? 'text-xl' : 'text-muted')}>
                    {team}
                  </span>
                )}
                {makers.length > 0 && <span className="text-sm wrap-anywhere">{makers.join(', ')}</span>}
                {isWide && track.prize && <span className="font-semibold">{track.prize}</span>}
                {tied && <span className="text-sm">Shares this place: the scores are equal.</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The winners by track and prize. It says nothing about scores or anybody else. */
function ResultsPage({ content, ...context }: PageContext & { content: ResultsContent }) {
  const { event } = context;
  const { groups, publishedAt, hasGallery } = content;
  const findTrack = ({ label }: (typeof groups)[number]) =>
    event.tracks.find(({ id, title }) => label === id || label === title);
  const tracks = groups.filter(findTrack);
  const prizes = groups.filter((group) => !findTrack(group));
  return (
    <Document
      {...context}
      path={paths.results}
      title={`Winners · ${event.name}`}
      description={`The winners of ${event.name}.`}
      sharePicture={
        [...tracks, ...prizes].flatMap(({ winners }) => winners).find((each) => each.picture)?.picture
      }
    >
      <div className="mx-auto page-frame px-4 pt-8 *:max-w-6xl sm:px-8 lg:pt-12">
        <h1 className="text-hero">Winners</h1>
        <p className="mt-4 text-muted">Published {formatDateTime(publishedAt, event)}.</p>
        {hasGallery && (
          <p className="mt-2">
            <a href={paths.projects} className="inline-flex min-h-11 items-center underline">
              All projects
            </a>
          </p>
        )}
        <div className="mt-8 grid gap-12">
          {tracks.map((group) => (
            <WinnerGroup key={group.label} group={group} track={findTrack(group)} />
          ))}
        </div>
        <div className="mt-12 grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {prizes.map((group) => (
            <WinnerGroup key={group.label} group={group} />
          ))}
        </div>
      </div>
    </Document>
  );
}
