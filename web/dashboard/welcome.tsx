import type { User } from '../../contract/people/users.ts';
import { getFirstName } from '../lib/names.ts';
import { Clamped } from '../ui/clamped.tsx';

export function Welcome({ user }: { user: Pick<User, 'name'> }) {
  const name = getFirstName(user.name);
  return (
    <h1 className="text-2xl">
      <Clamped text={`Welcome${name && `, ${name}`}`} lines={2} />
    </h1>
  );
}
