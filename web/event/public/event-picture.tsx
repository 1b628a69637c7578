import type { PictureSources } from './slides.ts';

interface EventPictureProps {
  src: string;
  alt: string;
  pictures: PictureSources;
  /** How wide it is shown at most, in pixels; a smaller picture stays as it is. */
  width: number;
  className: string;
}

const findLargest = (srcset: string) => Number(/(\d+)w$/.exec(srcset)?.[1]);

/** A picture of the event; the browser fetches the size that it needs. */
export function EventPicture({ src, alt, pictures, width, className }: EventPictureProps) {
  return (
    <picture className="contents">
      {pictures[src]?.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={`${Math.min(width, findLargest(srcset))}px`} />
      ))}
      <img src={src} alt={alt} loading="lazy" className={className} />
    </picture>
  );
}
