import { useTitle } from '../lib/title.ts';

/** The door. */
export function Component() {
  useTitle('Participant Check-In');
  return <h1 className="text-3xl">Participant Check-In</h1>;
}
