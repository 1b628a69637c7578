import { availableParallelism } from 'node:os';
import path from 'node:path';
import { limits } from '../../../contract/limits.ts';
import { ChildPool, poolIsBusy } from './child-pool.ts';
import { createPictureProgram } from './picture-program.ts';

/** A stored picture: its size in pixels, its largest file, and the others by width, the better format first. */
export interface EncodedPicture {
  width: number;
  height: number;
  files: { ending: 'avif' | 'webp' | 'jpg'; width?: number; content: Buffer }[];
}

export type PictureRefusal =
  | 'picture_unreadable'
  | 'picture_too_many_pixels'
  | 'picture_animated'
  | 'pictures_busy';

export interface PictureTask {
  file: string;
  /**
   * Whether it keeps its transparency, in the sizes that pages choose from. Any other becomes a JPEG and a WebP for lists.
   */
  isOfEvent: boolean;
}

/** Opens untrusted pictures in separate processes and re-encodes them. */
export interface PictureEncoder {
  /**
   * Returns the picture, or why there is none. `key` is its owner, as in `ChildPool`. Rejects when no child can be started.
   */
  encode: (task: PictureTask, key: string) => Promise<EncodedPicture | PictureRefusal>;
  close: () => void;
}

/** The largest allowed picture takes up to 5 s and 300 MB; the sizes of an event picture take as long again. */
const taskLimits = { time: 12_000, memory: 450 * 1024 * 1024 };
const sizesLimits = { ...taskLimits, time: 30_000 };
// Two pictures from each of 300 teams at the deadline. A refused sender uploads the whole picture again, which costs as
// much as a slot here; most reverse proxies wait 60 s for an answer.
const maxWaiting = 600;
// As many as a project can have.
const maxWaitingPerKey = limits.project.pictures;
const longestWait = 40_000;

/**
 * Encodes as many pictures at once as the machine has cores, two at most, each in a child process, which is killed when a
 * picture takes longer than 12 s or more than 450 MB: such a picture counts as unreadable. At most 600 pictures wait, five
 * of the same project, and none longer than 40 s.
 */
export function createPictureEncoder(
  folder: string,
  size = Math.min(2, availableParallelism()),
): PictureEncoder {
  const file = path.join(import.meta.dirname, 'picture-encoder.child.ts');
  const program = createPictureProgram('picture encoder', file, folder);
  const pool = new ChildPool({ program, size, maxWaiting, maxWaitingPerKey });
  return {
    encode: async (task, key) => {
      const answer = await pool.run(task, task.isOfEvent ? sizesLimits : taskLimits, { longestWait, key });
      if (answer === poolIsBusy) return 'pictures_busy';
      return (answer ?? 'picture_unreadable') as EncodedPicture | PictureRefusal;
    },
    close: () => pool.close(),
  };
}
