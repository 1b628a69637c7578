import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { drawFilm, filmSeconds } from './art/film.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  film: 'Draws the film of the default event and its poster into web/static/films, with FFmpeg (Debian: apt install ffmpeg).',
});

const frameRate = 12;
const size = { width: 800, height: 600 };
const target = (name: string) => new URL(`../web/static/films/${name}`, import.meta.url).pathname;
const drawFrame = (seconds: number) =>
  sharp(Buffer.from(drawFilm(seconds)))
    .resize(size)
    .removeAlpha();

const ffmpeg = spawn(
  'ffmpeg',
  [
    ...['-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24'],
    ...['-video_size', `${size.width}x${size.height}`, '-framerate', `${frameRate}`, '-i', '-'],
    // What every browser plays, with its index first, so that it starts before all of it has arrived.
    ...['-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    ...[
      '-preset',
      'veryslow',
      '-tune',
      'animation',
      '-crf',
      '31',
      '-g',
      '36',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
    ],
    target('clozyt.mp4'),
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
for (let frame = 0; frame < filmSeconds * frameRate; frame += 1) {
  const pixels = await drawFrame(frame / frameRate)
    .raw()
    .toBuffer();
  if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
}
ffmpeg.stdin.end();
const [code] = await once(ffmpeg, 'exit');
if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
await drawFrame(7).jpeg({ quality: 70, mozjpeg: true }).toFile(target('clozyt.jpg'));
