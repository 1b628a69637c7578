import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { paths } from '../../../contract/platform/pages.ts';

const starts = [paths.home, paths.schedule, paths.projects, paths.results];
const extensions: Record<string, string> = {
  'image/webp': '.webp',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/avif': '.avif',
};
// The archive has no server to answer scripts or sign-ins.
const withoutScripts =
  '<style>.scripted,.theme-radios,[data-for],[data-report]{display:none!important}</style>';
const reference = /\b(href|src|poster)="(\/(?!\/)[^"]*)"/g;
const sources = /\b((?:image)?srcset)="([^"]*)"/gi;
const inStyles = /url\((["']?)(\/(?!\/)[^)"']+)\1\)/g;

/** Returns the file of an address within the archive. */
function toFile(address: string, type: string): string {
  const name = decodeURIComponent(address).replace(/^\/+|\/+$/g, '');
  if (type.startsWith('text/html')) return path.posix.join(name, 'index.html');
  return path.posix.extname(name) ? name : `${name}${extensions[type] ?? ''}`;
}

interface Stored {
  file: string;
  type: string;
  body: Buffer;
}

/**
 * Writes the public pages of an event into a folder, with everything that they show, as files that any web server can
 * serve from any address: landing page, schedule, gallery, each project, results. Links lead from file to file; those to
 * pages for which one signs in are taken out. Returns the addresses of the pages.
 */
export async function writeStaticSite(app: FastifyInstance, folder: string): Promise<string[]> {
  const stored = new Map<string, Stored | undefined>();
  const waiting: string[] = [...starts];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (stored.has(address)) continue;
    const found = await fetchPublic(app, address);
    stored.set(address, found);
    if (found) waiting.push(...listReferences(found));
  }
  const pages: string[] = [];
  for (const [address, page] of stored) {
    if (!page) continue;
    const file = path.join(folder, page.file);
    if (path.relative(folder, file).startsWith('..')) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, isText(page) ? rewrite(page, stored) : page.body);
    if (page.type.startsWith('text/html')) pages.push(address);
  }
  return pages;
}

const isText = ({ type }: Stored) => /^text\/(html|css)/.test(type);
const withoutFragment = (address: string) => address.replaceAll('&amp;', '&').split('#')[0] ?? '';

async function fetchPublic(app: FastifyInstance, address: string): Promise<Stored | undefined> {
  const { statusCode, headers, rawPayload } = await app.inject({ url: address, headers: { accept: '*/*' } });
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const isApp = type === 'text/html' && rawPayload.includes('id="root"');
  if (statusCode !== 200 || isApp || (address.startsWith('/api/') && !type.startsWith('image/')))
    return undefined;
  return { file: toFile(address.split('?')[0] ?? '', type), type, body: rawPayload };
}

function listReferences(page: Stored): string[] {
  if (!isText(page)) return [];
  const text = withoutScriptTags(page.body.toString());
  const listed = [...text.matchAll(sources)].flatMap(([, , list = '']) =>
    list.split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? ''),
  );
  return [
    ...[...text.matchAll(reference)].map(([, , address = '']) => address),
    ...listed.filter((address) => address.startsWith('/')),
    ...[...text.matchAll(inStyles)].map(([, , address = '']) => address),
  ]
    .map(withoutFragment)
    .filter(Boolean);
}

const withoutScriptTags = (html: string) =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="(?:modulepreload|manifest)"[^>]*>/g, '');

function rewrite(page: Stored, stored: Map<string, Stored | undefined>): string {
  const from = path.posix.dirname(page.file);
  const lead = (address: string): string | undefined => {
    const target = stored.get(withoutFragment(address));
    if (!target) return undefined;
    const fragment = address.includes('#') ? `#${address.split('#')[1]}` : '';
    return (
      path.posix.relative(from, target.file).replace(/^(?=$)/, path.posix.basename(target.file)) + fragment
    );
  };
  return withoutScriptTags(page.body.toString())
    .replace(reference, (_whole, name: string, address: string) => {
      const target = lead(address);
      return target === undefined ? 'hidden' : `${name}="${target}"`;
    })
    .replace(sources, (_whole, name: string, list: string) => {
      const entries = list.split(',').map((entry) => {
        const [address = '', ...size] = entry.trim().split(/\s+/);
        return [lead(address) ?? address, ...size].join(' ');
      });
      return `${name}="${entries.join(', ')}"`;
    })
    .replace(inStyles, (whole, quote: string, address: string) => {
      const target = lead(address);
      return target === undefined ? whole : `url(${quote}${target}${quote})`;
    })
    .replace('</head>', `${withoutScripts}</head>`);
}
