import type { GalleryProject } from '../../../contract/projects/gallery.ts';
import { TilePicture } from './gallery-pictures.tsx';

export function Awards({ awards }: { awards: string[] }) {
  if (awards.length === 0) return null;
  return (
    <ul aria-label="Won" className="mt-3 flex flex-wrap gap-2">
      {awards.map((award) => (
        <li
          key={award}
          className="rounded-full bg-primary px-4 py-1 text-sm font-semibold text-on-primary wrap-anywhere"
        >
          {award}
        </li>
      ))}
    </ul>
  );
}

interface ProjectTileProps {
  project: Omit<GalleryProject, 'id' | 'prizes' | 'tags'>;
  /** Its page; none in the team's own preview. */
  href?: string;
  early: boolean;
}

export function ProjectTile({
  project: { title, tagline, team, makers, track, picture, awards },
  href,
  early,
}: ProjectTileProps) {
  return (
    <li className="relative overflow-hidden rounded-lg border-2 border-edge bg-surface">
      <TilePicture picture={picture} title={title} early={early} />
      <div className="p-5">
        <h2 className="text-lg wrap-anywhere">
          {href ? (
            <a href={href} className="after:absolute after:inset-0 hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
        <p className="mt-1 wrap-anywhere">{tagline}</p>
        <p className="mt-3 text-sm text-muted wrap-anywhere">{[team, track].filter(Boolean).join(' · ')}</p>
        {makers.length > 0 && <p className="mt-1 text-sm wrap-anywhere">{makers.join(', ')}</p>}
        <Awards awards={awards} />
      </div>
    </li>
  );
}
