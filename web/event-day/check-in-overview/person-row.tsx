import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';

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
        <p className="font-semibold wrap-anywhere">{name || email}</p>
        {name && email && <p className="text-sm wrap-anywhere text-muted">{email}</p>}
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
