import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { eventSchema } from '../../contract/event/event.ts';
import { publicPaths, walkInPaths } from '../../contract/platform/pages.ts';

const developmentAssets = {
  css: '@import "/styles/public.css"',
  island: '/event/public/island.ts',
  preload: [],
};

const rendered = new Set([
  ...publicPaths,
  ...Object.values(walkInPaths),
  ...['/manifest.webmanifest', '/robots.txt', '/sitemap.xml'],
]);

const file = new URL('../../default-event/event.json', import.meta.url);
const readEvent = () => eventSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** In development, renders the public pages of the default event on every request and answers the app's own addresses with its shell. */
export function servePublicPages(): Plugin {
  return {
    name: 'overnight:serve-public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        if (rendered.has(path)) {
          try {
            const { renderPublicPages } = await server.ssrLoadModule('/event/public/entry.tsx');
            const context = {
              event: readEvent(),
              assets: developmentAssets,
              pictures: {},
              publicUrl: '',
              previewPicture: '/og.png',
            };
            const page = renderPublicPages(context)[path];
            if (!page) return next();
            const { type, body } = page;
            response.setHeader('content-type', type);
            response.end(type.startsWith('text/html') ? await server.transformIndexHtml(path, body) : body);
          } catch (error) {
            next(error);
          }
          return;
        }
        const accepted = request.headers.accept ?? '';
        const isPage = accepted.includes('text/html') && !path.startsWith('/api/') && !path.includes('.');
        if (isPage) request.url = '/app.html';
        next();
      });
    },
  };
}
