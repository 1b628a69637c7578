import { useTitle } from '../lib/title.ts';

/** The application form. */
export function Component() {
  useTitle('Apply');
  return <h1 className="text-3xl">Apply</h1>;
}
