import build from '../art/build.svg?no-inline';
import demo from '../art/demo.svg?no-inline';
import doors from '../art/doors.svg?no-inline';
import overnight from '../art/overnight.svg?no-inline';
import treat from '../art/treat.svg?no-inline';
import { joinClasses } from '../lib/classes.ts';

export const illustrations = { doors, overnight, build, demo, treat };
export type Scene = keyof typeof illustrations;

/** One of the five illustrations in its frame. Decorative. */
export function Illustration({ scene, className }: { scene: Scene; className?: string }) {
  return (
    <img
      src={illustrations[scene]}
      alt=""
      width={960}
      height={720}
      className={joinClasses('h-auto w-full rounded-lg border-2 border-edge shadow-print', className)}
    />
  );
}
