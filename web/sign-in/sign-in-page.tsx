import { useTitle } from '../lib/title.ts';

/** Sign-in with a code by mail. */
export function Component() {
  useTitle('Sign in');
  return <h1 className="text-3xl">Sign in</h1>;
}
