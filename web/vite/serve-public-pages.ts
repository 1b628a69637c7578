import type { Plugin } from 'vite';
import { eventSchema } from '../../contract/event.ts';

const developmentAssets = {
  css: '@import "/styles/public.css"',
  island: '/public/island.ts',
  preload: [],
  photos: {},
  logos: {},
  images: {},
};

// Node keeps modules for good; the changing query makes it read an edited event again.
async function currentEvent() {
  const { default: event } = await import(`../../event/event.ts?at=${Date.now()}`);
  return eventSchema.parse(event);
}

/** In development, renders the public pages on every request and answers the app's own addresses with its shell. */
export function servePublicPages(): Plugin {
  return {
    name: 'overnight:serve-public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        try {
          const { renderPublicPages } = await server.ssrLoadModule('/public/entry.tsx');
          const context = { event: await currentEvent(), assets: developmentAssets, publicUrl: '' };
          const document = renderPublicPages(context)[path];
          if (document) {
            response.setHeader('content-type', document.type);
            const isPage = document.type.startsWith('text/html');
            response.end(isPage ? await server.transformIndexHtml(path, document.body) : document.body);
            return;
          }
        } catch (error) {
          return next(error);
        }
        const accepted = request.headers.accept ?? '';
        const isPage = accepted.includes('text/html') && !path.startsWith('/api/') && !path.includes('.');
        if (isPage) request.url = '/app.html';
        next();
      });
    },
  };
}
