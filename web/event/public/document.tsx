import type { ReactNode } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import type { EventPhase } from '../../../contract/event/phases.ts';
import { getTimesOf } from '../../../contract/event/program.ts';
import { themeColors } from '../../../contract/platform/colors.ts';
import type { GalleryProject } from '../../../contract/projects/gallery.ts';
import { Footer } from '../../layout/footer.tsx';
import { ThemeRadios } from '../../layout/theme-choice.tsx';
import { PublicHeader } from './public-header.tsx';
import type { PictureSources, PublicAssets, Slide } from './slides.ts';

export interface PageContext {
  event: Event;
  assets: PublicAssets;
  /** Where the site is reached from outside, without a slash at the end. */
  publicUrl: string;
  /** The address of the picture that shared links show. */
  previewPicture: string;
  /** Everybody may see the projects. */
  hasGallery?: boolean;
  /** Some projects of the gallery. */
  projects?: readonly GalleryProject[];
  /** The addresses of the gallery's pages. */
  galleryPaths?: readonly string[];
  /** The QR code of the form for walk-ins, as an image source. */
  walkInQr?: string | undefined;
  pictures: PictureSources;
}

/** The server replaces it with the phase at the time of the request. */
const firstPhase: EventPhase = 'open';

interface DocumentProps extends PageContext {
  path: string;
  title: string;
  description: string;
  /** The picture that the first screen shows. */
  firstSlide?: Slide;
  /** What shared links show; the event's own picture without it. */
  sharePicture?: { url: string; width: number; height: number; alternativeText: string } | undefined;
  children: ReactNode;
}

// Preloads the picture, which comes late in the page, in the one color scheme that shows it.
function PreloadPrint({ slide: { src, darkSrc } }: { slide: Slide }) {
  if (!darkSrc) return <link rel="preload" href={src} as="image" fetchPriority="high" />;
  return (
    <>
      <link
        rel="preload"
        href={src}
        as="image"
        fetchPriority="high"
        media="not (prefers-color-scheme: dark)"
      />
      <link
        rel="preload"
        href={darkSrc}
        as="image"
        fetchPriority="high"
        media="(prefers-color-scheme: dark)"
      />
    </>
  );
}

/** A whole public page: head, header, main, footer. Works without scripts; the island only adds to it. */
export function Document({
  event,
  assets,
  publicUrl,
  previewPicture,
  hasGallery = false,
  path,
  title,
  description,
  firstSlide,
  sharePicture,
  children,
}: DocumentProps) {
  return (
    <html
      lang="en"
      data-auth="out"
      data-phase={firstPhase}
      data-times={JSON.stringify(getTimesOf(event))}
      data-app={assets.app}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={`${publicUrl}${path}`} />
        {assets.preload.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {firstSlide && !firstSlide.photo && <PreloadPrint slide={firstSlide} />}
        <style>{assets.css}</style>
        <script type="module" src={assets.island} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColors.bg[0]} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColors.bg[1]} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={`${publicUrl}${path}`} />
        <meta property="og:image" content={`${publicUrl}${sharePicture?.url ?? previewPicture}`} />
        {sharePicture && (
          <>
            <meta property="og:image:width" content={String(sharePicture.width)} />
            <meta property="og:image:height" content={String(sharePicture.height)} />
            {sharePicture.alternativeText && (
              <meta property="og:image:alt" content={sharePicture.alternativeText} />
            )}
          </>
        )}
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <PublicHeader brand={event.shortName ?? event.name} path={path} hasGallery={hasGallery} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer
          event={event}
          community={event.links.community}
          hasGallery={hasGallery}
          theme={<ThemeRadios group="theme" />}
        />
      </body>
    </html>
  );
}
