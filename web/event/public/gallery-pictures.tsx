import { limits } from '../../../contract/limits.ts';
import type { Picture } from '../../../contract/projects/projects.ts';
import { joinClasses } from '../../lib/classes.ts';

const { thumbnail } = limits.picture;

/** The width in pixels of the smaller version of a picture. */
function getThumbnailWidth({ width, height }: Picture): number {
  return Math.round(width * Math.min(1, thumbnail.width / width, thumbnail.height / height));
}

const toSrcSet = (picture: Picture) =>
  `${picture.thumbnailUrl} ${getThumbnailWidth(picture)}w, ${picture.url} ${picture.width}w`;

interface TilePictureProps {
  picture: Picture | null;
  title: string;
  /** It is as high as what stands beside it. */
  fills?: boolean;
  /** It is in sight at once. */
  early: boolean;
}

/** The picture on a card, or the first letter of the title; the same size in either case, before it has loaded too. */
export function TilePicture({ picture, title, early, fills = false }: TilePictureProps) {
  const frame = 'aspect-3/2 w-full border-b-2 border-edge';
  if (!picture)
    return (
      <div
        aria-hidden="true"
        className={`${frame} grid place-items-center font-display text-hero text-muted`}
      >
        {[...title][0]}
      </div>
    );
  return (
    <img
      src={picture.thumbnailUrl}
      srcSet={toSrcSet(picture)}
      // A tile is a third of the page, the picture of a first place seven twelfths.
      sizes={
        fills
          ? '(min-width: 72rem) 40rem, (min-width: 40rem) 55vw, 94vw'
          : '(min-width: 100rem) 36rem, (min-width: 72rem) 22rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 94vw'
      }
      alt={picture.alternativeText}
      width={480}
      height={320}
      loading={early ? undefined : 'lazy'}
      decoding="async"
      className={joinClasses(frame, 'object-cover', fills && 'size-full')}
    />
  );
}

/** The pictures of a project; each leads to its file. */
export function ProjectPictures({ pictures, title }: { pictures: Picture[]; title: string }) {
  if (pictures.length === 0) return null;
  return (
    <ul
      aria-label="Pictures"
      className={joinClasses('mt-8 grid gap-4', pictures.length > 1 && 'sm:grid-cols-2')}
    >
      {pictures.map((picture, index) => (
        <li key={picture._id}>
          <a href={picture.url} className="block">
            <img
              src={picture.url}
              srcSet={toSrcSet(picture)}
              sizes={
                pictures.length > 1
                  ? '(min-width: 72rem) 34rem, (min-width: 40rem) 47vw, 94vw'
                  : '(min-width: 72rem) 68rem, 94vw'
              }
              alt={picture.alternativeText || `Picture ${index + 1} of ${title}`}
              width={picture.width}
              height={picture.height}
              loading={index === 0 ? undefined : 'lazy'}
              decoding="async"
              className="aspect-3/2 w-full rounded-lg border-2 border-edge object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
