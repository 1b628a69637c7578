import type { FastifyInstance } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { getEventPhase } from '../../contract/event/phases.ts';
import { getTimesOf } from '../../contract/event/program.ts';
import { paths, walkInPaths } from '../../contract/platform/pages.ts';
import type { GalleryContent, GalleryProject } from '../../contract/projects/gallery.ts';
import { listPictureSources, type PictureSource } from '../platform/files/event-files.service.ts';
import {
  type CachedPage,
  createCachedPage,
  type RenderedDocument,
  sendCachedPage,
} from '../platform/http/cached-pages.ts';
import { addAppPages, type Build } from '../platform/http/pages.ts';
import type { StaticPageServer } from '../platform/http/static-page-server.ts';
import { createQrImage } from '../platform/qr-image.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { createAppPages } from './app-pages.ts';
import { getPreviewAddress } from './preview-picture.ts';

interface Gallery {
  /** The addresses of the gallery and its projects while it is open, and of the winners once they are published. */
  galleryPaths: string[];
  /** What the landing page shows of it. */
  projects: GalleryProject[];
}

/** What the renderer of the public pages needs: the event, the build's list of assets and the site's own address. */
interface RenderInput extends Gallery {
  event: Event;
  assets: unknown;
  publicUrl: string;
  /** The address of the picture that shared links show. */
  previewPicture: string;
  hasGallery: boolean;
  walkInQr?: string | undefined;
  pictures: Record<string, PictureSource[]>;
}
type Renderer = {
  renderPublicPages: (input: RenderInput) => Record<string, RenderedDocument>;
  renderGalleryPage: (input: RenderInput, content: GalleryContent) => RenderedDocument;
};

export type PublicPages = Awaited<ReturnType<typeof servePublicPages>>;

/** Serves the public pages, rendered from the event and cached compressed in memory. */
export async function servePublicPages(
  app: FastifyInstance,
  services: Services,
  build: Build,
  staticPages: StaticPageServer,
) {
  const { assets } = build;
  const renderer = build.renderer as Renderer;
  const publicUrl = services.config.publicUrl.origin;
  const getTimes = perEvent(({ event }) => getTimesOf(event));
  const getPhase = () => getEventPhase(getTimes(services), services.now().getTime());
  let gallery: Gallery = { galleryPaths: [], projects: [] };
  const createInput = async (): Promise<RenderInput> => {
    const pictures = await listPictureSources(services.db);
    return {
      event: services.event,
      assets,
      publicUrl,
      previewPicture: getPreviewAddress(services.event),
      hasGallery: gallery.galleryPaths.includes(paths.projects),
      ...gallery,
      walkInQr: createQrImage(publicUrl + walkInPaths.form),
      pictures,
    };
  };
  let input = await createInput();
  const pages = new Map<string, CachedPage>();
  const publish = () => {
    build.appPages = createAppPages(build.shell, build.preloads, input);
    addAppPages(build, staticPages);
    for (const url of pages.keys()) staticPages.remove(url);
    pages.clear();
    for (const [url, document] of Object.entries(renderer.renderPublicPages(input))) {
      const page = createCachedPage(document, getPhase);
      pages.set(url, page);
      staticPages.add(url, page);
    }
  };
  publish();
  const urls = [...new Set([...pages.keys(), ...Object.values(walkInPaths)])];
  for (const url of urls)
    app.get(url, (request, reply) => {
      const page = pages.get(url);
      return page ? sendCachedPage(page, request, reply) : reply.callNotFound();
    });
  return {
    urls,
    /** Renders the pages anew, for an event that has changed. */
    render: async () => {
      input = await createInput();
      publish();
    },
    /** Shows the gallery on the pages while it is open, and lists its pages in the sitemap. */
    linkGallery: (found: Gallery) => {
      if (JSON.stringify(found) === JSON.stringify(gallery)) return;
      gallery = found;
      input = { ...input, ...gallery, hasGallery: gallery.galleryPaths.includes(paths.projects) };
      publish();
    },
    renderGalleryPage: (content: GalleryContent) =>
      createCachedPage(renderer.renderGalleryPage(input, content), getPhase),
  };
}
