import type { FastifyInstance } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { getEventPhase } from '../../contract/event/phases.ts';
import { getTimesOf } from '../../contract/event/program.ts';
import { paths, walkInPaths } from '../../contract/platform/pages.ts';
import type { GalleryContent } from '../../contract/projects/gallery.ts';
import { listPictureSources, type PictureSource } from '../platform/files/event-files.service.ts';
import {
  type CachedPage,
  createCachedPage,
  type RenderedDocument,
  sendCachedPage,
} from '../platform/http/cached-pages.ts';
import { escapeHtml } from '../platform/http/escape-html.ts';
import type { Build } from '../platform/http/pages.ts';
import type { StaticPageServer } from '../platform/http/static-page-server.ts';
import { createQrImage } from '../platform/qr-image.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { getPreviewAddress } from './preview-picture.ts';

/** What the renderer of the public pages needs: the event, the build's list of assets and the site's own address. */
interface RenderInput {
  event: Event;
  assets: unknown;
  publicUrl: string;
  /** The address of the picture that shared links show. */
  previewPicture: string;
  hasGallery: boolean;
  /** The pages of the gallery and the winners, as far as everybody can see them. */
  galleryPaths: string[];
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
  const { appPage, assets } = build;
  const renderer = build.renderer as Renderer;
  const publicUrl = services.config.publicUrl.origin;
  const getTimes = perEvent(({ event }) => getTimesOf(event));
  const getPhase = () => getEventPhase(getTimes(services), services.now().getTime());
  let galleryPaths: string[] = [];
  const createInput = async (): Promise<RenderInput> => {
    const pictures = await listPictureSources(services.db);
    return {
      event: services.event,
      assets,
      publicUrl,
      previewPicture: getPreviewAddress(services.event),
      hasGallery: galleryPaths.includes(paths.projects),
      galleryPaths,
      walkInQr: createQrImage(publicUrl + walkInPaths.form),
      pictures,
    };
  };
  let input = await createInput();
  const pages = new Map<string, CachedPage>();
  const publish = () => {
    appPage.body = appPage.body.replace(/(?<=<title>).*(?=<)/, () => escapeHtml(services.event.name));
    appPage.variants.clear();
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
    /** Links the pages to the gallery while it is open, and lists its pages in the sitemap. */
    linkGallery: (found: string[]) => {
      if (found.join() === galleryPaths.join()) return;
      galleryPaths = found;
      input = { ...input, galleryPaths, hasGallery: galleryPaths.includes(paths.projects) };
      publish();
    },
    renderGalleryPage: (content: GalleryContent) =>
      createCachedPage(renderer.renderGalleryPage(input, content), getPhase),
  };
}
