import { formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { GalleryContent, GalleryWinner } from '../../../contract/projects/gallery.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Document, type PageContext } from './document.tsx';
import { TilePicture } from './gallery-pictures.tsx';

type ResultsContent = Extract<GalleryContent, { kind: 'results' }>;

interface WinnerBandProps {
  winner: GalleryWinner;
  /** In a track, the first place takes the whole width. */
  isWide: boolean;
  /** What the first place of a track wins. */
  prize: string | undefined;
}

/** A winner: with a picture for a first place. */
function WinnerBand({ winner, isWide, prize }: WinnerBandProps) {
  const { place, tied, name, team, makers, project, picture } = winner;
  return (
    <li
      className={joinClasses(
        'grid overflow-hidden rounded-lg border-2 border-edge bg-surface',
        isWide && 'sm:col-span-2',
        isWide && picture && 'sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      {picture && place === 1 && <TilePicture picture={picture} title={name} early fills={isWide} />}
      <span className="grid content-center gap-1 p-5">
        <span className="font-mono text-sm text-accent-text">
          {place}
          {tied && '='}
          <span className="sr-only">{tied ? ' tied' : ''}</span>
        </span>
        <span
          className={joinClasses(
            'block font-display font-bold wrap-anywhere',
            isWide ? 'text-2xl' : 'text-xl',
          )}
        >
          {project ? (
            <a href={`${paths.projects}/${project}`} className="inline-flex min-h-11 items-center underline">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
        {team && <span className="block text-muted wrap-anywhere">{team}</span>}
        {makers.length > 0 && <span className="text-sm wrap-anywhere">{makers.join(', ')}</span>}
        {prize && <span className="font-semibold">{prize}</span>}
        {tied && <span className="text-sm text-muted">Shares this place: the scores are equal.</span>}
      </span>
    </li>
  );
}

interface WinnerGroupProps {
  group: ResultsContent['groups'][number];
  /** The track whose winners they are; none for those of a special prize. */
  track?: PageContext['event']['tracks'][number];
}

/** The winners of a track or a prize, by rank. */
function WinnerGroup({ group: { label, winners }, track }: WinnerGroupProps) {
  return (
    <section aria-label={label}>
      <h2 className="text-2xl wrap-anywhere">{label}</h2>
      <ol className={joinClasses('mt-4 grid gap-4', track && 'sm:grid-cols-2')}>
        {winners.map((winner) => (
          <WinnerBand
            key={`${winner.place} ${winner.name} ${winner.team}`}
            winner={winner}
            isWide={track !== undefined && winner.place === 1}
            prize={winner.place === 1 ? track?.prize : undefined}
          />
        ))}
      </ol>
    </section>
  );
}

/** The winners by track and prize. It says nothing about scores or anybody else. */
export function ResultsPage({ content, ...context }: PageContext & { content: ResultsContent }) {
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
      <div className="mx-auto max-w-6xl px-4 pt-8 sm:px-8 lg:pt-12">
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
