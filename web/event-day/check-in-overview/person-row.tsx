import type { ReactNode } from 'react';
import { joinClasses } from '../../lib/classes.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { usePointedRow } from '../../ui/pointed-row.ts';

interface PersonRowProps {
  /** The row's part of the address, such as a person's id. */
  id?: string;
  name: string;
  email: string;
  note?: string | null;
  children?: ReactNode;
}

export function PersonRow({ id, name, email, note, children }: PersonRowProps) {
  const pointed = usePointedRow()(id);
  return (
    <li
      {...pointed}
      className={joinClasses('flex flex-wrap items-center gap-x-4 gap-y-2 py-3', pointed && 'bg-approved-bg')}
    >
      <Avatar name={name || email} className="max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-36">
        <PersonName name={name} email={email} />
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
