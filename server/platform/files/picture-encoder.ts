import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../../contract/limits.ts';
import { ChildPool, type ConfinedProgram, poolIsBusy } from './child-pool.ts';

/** A picture as it is stored: a JPEG, a WebP for lists, and the size of the JPEG in pixels. */
export interface EncodedPicture {
  large: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

export type PictureRefusal =
  | 'picture_unreadable'
  | 'picture_too_many_pixels'
  | 'picture_animated'
  | 'pictures_busy';

/** A message to a child process. */
export interface PictureTask {
  file: string;
}

/** Opens untrusted pictures in separate processes and encodes them anew. */
export interface PictureEncoder {
  /**
   * Returns the picture in the file at a path, or why there is none. `key` is whose it is, as `ChildPool` takes it. Rejects
   * when no child can be started.
   */
  encode: (file: string, key: string) => Promise<EncodedPicture | PictureRefusal>;
  close: () => void;
}

/** A picture of the most pixels takes up to 5 s and 300 MB. */
const taskLimits = { time: 12_000, memory: 450 * 1024 * 1024 };
// Two pictures each of 300 teams at the deadline. Whoever is refused sends the whole picture again, which costs as much as
// a place here; most reverse proxies wait for an answer for 60 s.
const maxWaiting = 600;
// As many as a project can have.
const maxWaitingPerKey = limits.project.pictures;
const longestWait = 40_000;

/**
 * Encodes as many pictures at once as the machine has cores, two at most, each in a child process, which is killed when a
 * picture takes longer than 12 s or more than 450 MB: such a picture counts as one that cannot be opened. At most 600
 * pictures wait, five of the same project, and none longer than 40 s.
 */
export function createPictureEncoder(
  folder: string,
  size = Math.min(2, availableParallelism()),
): PictureEncoder {
  const pool = new ChildPool({ program: toProgram(folder), size, maxWaiting, maxWaitingPerKey });
  return {
    encode: async (file, key) => {
      const task: PictureTask = { file };
      const answer = await pool.run(task, taskLimits, { longestWait, key });
      if (answer === poolIsBusy) return 'pictures_busy';
      return (answer as EncodedPicture | PictureRefusal | undefined) ?? 'picture_unreadable';
    },
    close: () => pool.close(),
  };
}

/** The program that encodes pictures. Its decoder is native code, which Node's permission model does not confine. */
function toProgram(folder: string): ConfinedProgram {
  const decoder = fileURLToPath(import.meta.resolve('sharp'));
  const packages = decoder.slice(0, decoder.lastIndexOf('node_modules') + 'node_modules'.length);
  return {
    name: 'picture encoder',
    file: path.join(import.meta.dirname, 'picture-encoder.child.ts'),
    arguments: [decoder],
    readable: [
      path.join(import.meta.dirname, '*'),
      path.join(import.meta.dirname, '../../../contract/*'),
      path.join(import.meta.dirname, '../../../packages/*'),
      path.join(packages, '*'),
      path.join(folder, '*'),
    ],
    execArgv: ['--max-old-space-size=128', '--allow-addons'],
  };
}
