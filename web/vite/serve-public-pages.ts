import type { Plugin } from 'vite';
import { eventSchema } from '../../contract/event.ts';

const developmentAssets = { css: '@import "/styles/public.css"', island: '/public/island.ts', preload: [] };

// Node keeps modules for good; the changing query makes it read an edited event again.
async function currentEvent() {
  const { default: event } = await import(`../../event/event.ts?at=${Date.now()}`);
  return eventSchema.parse(event);
}

/** In development, renders `/` and `/schedule` on every request and answers the app's own routes with its shell. */
export function servePublicPages(): Plugin {
  return {
    name: 'overnight:serve-public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        if (path === '/' || path === '/schedule') {
          try {
            const { renderPage } = await server.ssrLoadModule('/public/entry.tsx');
            const html = renderPage(path, {
              event: await currentEvent(),
              assets: developmentAssets,
              publicUrl: '',
            });
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(await server.transformIndexHtml(path, html));
          } catch (error) {
            next(error);
          }
          return;
        }
        const accepted = request.headers.accept ?? '';
        if (accepted.includes('text/html') && !path.startsWith('/api/') && !path.includes('.'))
          request.url = '/app.html';
        next();
      });
    },
  };
}
