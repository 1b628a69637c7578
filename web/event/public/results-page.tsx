import { paths } from '../../../contract/pages.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import type { GalleryContent, GalleryWinner } from '../../../contract/projects/gallery.ts';
import { Document, type PageContext } from './document.tsx';

type ResultsContent = Extract<GalleryContent, { kind: 'results' }>;

function WinnerRow({ winner: { place, tied, name, team, project } }: { winner: GalleryWinner }) {
  return (
    <li className="mt-4 flex items-baseline gap-4">
      <span className="font-mono text-2xl">
        {place}
        {tied && (
          <span className="text-muted">
            =<span className="sr-only"> tied</span>
          </span>
        )}
      </span>
      <span>
        <span className="block font-display text-xl font-bold wrap-anywhere">
          {project ? (
            <a href={`${paths.projects}/${project}`} className="inline-flex min-h-11 items-center underline">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
        {team && <span className="block text-muted wrap-anywhere">{team}</span>}
      </span>
    </li>
  );
}

/** The winners by track and prize. It says nothing about scores or anybody else. */
export function ResultsPage({ content, ...context }: PageContext & { content: ResultsContent }) {
  const { event } = context;
  const { groups, publishedAt, hasGallery } = content;
  const hasTies = groups.some(({ winners }) => winners.some(({ tied }) => tied));
  return (
    <Document
      {...context}
      path={paths.results}
      title={`Winners · ${event.name}`}
      description={`The winners of ${event.name}.`}
    >
      <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-8 lg:pt-12">
        <h1 className="text-hero">Winners</h1>
        <p className="mt-4 text-muted">
          Published {formatDateTime(publishedAt, event)}.
          {hasTies && ' Places with = are shared: their scores are equal.'}
        </p>
        {hasGallery && (
          <p className="mt-2">
            <a href={paths.projects} className="inline-flex min-h-11 items-center underline">
              All projects
            </a>
          </p>
        )}
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
          {groups.map(({ label, winners }) => (
            <section
              key={label}
              aria-label={label}
              className="rounded-lg border-2 border-edge bg-surface p-5"
            >
              <h2 className="text-2xl wrap-anywhere">{label}</h2>
              <ol>
                {winners.map((winner) => (
                  <WinnerRow key={`${winner.place} ${winner.name} ${winner.team}`} winner={winner} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
    </Document>
  );
}
