import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { grain, scenes } from './art/scenes.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  art: 'Draws the illustrations and icons into web/art and web/static, and the pictures of wallet passes.',
});

const web = (path: string) => new URL(`../web/${path}`, import.meta.url);

for (const [name, draw] of Object.entries({ ...scenes, grain })) {
  const svg = draw();
  await writeFile(web(`art/${name}.svg`), svg);
  console.warn(`${name}: ${(gzipSync(svg).length / 1024).toFixed(1)} KB compressed`);
}

const icon = await readFile(web('static/icon.svg'));
const drawIcon = (size: number, file: URL) =>
  sharp(icon, { density: 72 * (size / 32) })
    .resize(size)
    .png({ palette: true })
    .toFile(file.pathname);
const sizes = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 };
for (const [file, size] of Object.entries(sizes)) await drawIcon(size, web(`static/${file}`));

// Android shows the opaque part of a badge in white.
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 4 22 22"><mask id="gap"><rect width="32" height="32" fill="#fff"/><circle cx="13" cy="19" r="7.4"/></mask><circle cx="17" cy="15" r="9" fill="#fff" mask="url(#gap)"/><circle cx="13" cy="19" r="6" fill="#fff"/></svg>`;
await sharp(Buffer.from(badge), { density: 288 })
  .resize(96)
  .png({ palette: true })
  .toFile(web('static/badge-96.png').pathname);

// Apple Wallet wants each of its pictures for screens of three densities.
const wallet = (file: string) => new URL(`../server/event-day/wallet/images/${file}`, import.meta.url);
for (const [name, size] of Object.entries({ icon: 29, logo: 50 }))
  for (const [suffix, density] of Object.entries({ '': 1, '@2x': 2, '@3x': 3 }))
    await drawIcon(size * density, wallet(`${name}${suffix}.png`));
