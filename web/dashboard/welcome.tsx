import { getFirstName } from '../lib/names.ts';
import { useUser } from '../lib/session.api.ts';
import { Clamped } from '../ui/clamped.tsx';

export function Welcome() {
  const name = getFirstName(useUser().name);
  return (
    <h1 className="text-2xl">
      <Clamped text={`Welcome${name && `, ${name}`}`} lines={2} />
    </h1>
  );
}
