import type { PictureSources } from './slides.ts';

interface EventPictureProps {
  src: string;
  alt: string;
  pictures: PictureSources;
  /** How wide it is shown, as for `sizes` of an image. */
  sizes: string;
  className: string;
}

/** A picture of the event, of which the browser fetches the size that it needs. */
export function EventPicture({ src, alt, pictures, sizes, className }: EventPictureProps) {
  return (
    <picture className="contents">
      {pictures[src]?.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img src={src} alt={alt} loading="lazy" className={className} />
    </picture>
  );
}
