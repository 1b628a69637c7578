import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonName } from '../../ui/person-name.tsx';

interface PersonRowProps {
  name: string;
  email: string;
  note?: string | null;
  children?: ReactNode;
}

export function PersonRow({ name, email, note, children }: PersonRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Avatar name={name || email} className="max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-36">
        <PersonName name={name} email={email} />
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
