import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Event } from '../../contract/event/event.ts';
import { ChildPool, poolIsBusy } from '../platform/files/child-pool.ts';
import { createPictureProgram } from '../platform/files/picture-program.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';

/** The typefaces of the picture, each in the weight that is used, by the name in its file. */
export const typefaces = {
  mono: { file: 'martian-mono', weight: 500, name: 'Martian Mono SemiExpanded' },
  display: { file: 'bricolage-grotesque', weight: 700, name: 'Bricolage Grotesque 96pt ExtraBold' },
  sans: { file: 'instrument-sans', weight: 500, name: 'Instrument Sans' },
};

export interface PreviewTask {
  name: string;
  tagline: string;
  place: string;
  dates: string;
}

const toTask = ({ name, tagline, place, dates }: Event): PreviewTask => ({
  name,
  tagline,
  place,
  dates: dates.label,
});

/** Returns the address of the picture that shared links show. It changes with the words, because chats cache pictures. */
export function getPreviewAddress(event: Event): string {
  const hash = createHash('sha256').update(JSON.stringify(toTask(event)));
  return `/preview-${hash.digest('hex').slice(0, 16)}.png`;
}

/** Draws preview pictures with the files that the build wrote into `folder`, in a process of its own. */
export function createPreviewDrawer(folder: string) {
  const file = path.join(import.meta.dirname, 'preview-picture.child.ts');
  const program = createPictureProgram('preview picture', file, folder);
  const pool = new ChildPool({ program, maxWaiting: 4 });
  return {
    /** Returns a PNG of 1200 × 630 pixels, or nothing if it cannot be drawn now. */
    draw: async (event: Event): Promise<Buffer | undefined> => {
      const answer = await pool.run(toTask(event), { time: 20_000, memory: 450 * 1024 * 1024 });
      return answer === poolIsBusy ? undefined : (answer as Buffer | undefined);
    },
    close: () => pool.close(),
  };
}

/**
 * Serves the preview picture, drawn at the first request. Earlier addresses and `/og.png` redirect to the current one.
 * Without a build there is none.
 */
export function servePreviewPicture(app: FastifyInstance, services: Services, folder: string): void {
  if (!existsSync(folder)) return;
  const drawer = createPreviewDrawer(folder);
  let last: { address: string; picture: Promise<Buffer | undefined> } | undefined;
  const draw = async (address: string): Promise<Buffer | undefined> => {
    if (last?.address !== address) last = { address, picture: drawer.draw(services.event) };
    const drawing = last;
    const picture = await drawing.picture.catch(() => undefined);
    if (!picture && last === drawing) last = undefined;
    return picture;
  };
  app.get<{ Params: { hash?: string } }>('/preview-:hash(^[0-9a-f]{16}).png', async (request, reply) => {
    const address = getPreviewAddress(services.event);
    if (request.url.split('?')[0] !== address)
      return reply.header('cache-control', 'no-cache').redirect(address, 302);
    const picture = await draw(address);
    if (!picture) return fail('pictures_busy');
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture);
  });
  app.get('/og.png', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(getPreviewAddress(services.event), 302),
  );
  app.addHook('onClose', async () => drawer.close());
}
