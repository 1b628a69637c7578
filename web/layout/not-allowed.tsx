import { paths } from '../../contract/platform/pages.ts';
import type { StaffRole } from '../../contract/platform/roles.ts';
import { useTitle } from '../lib/title.ts';
import { toRoleLabel } from '../people/staff/role-labels.ts';
import { LinkButton } from '../ui/link-button.tsx';

/** Shown in place of a page that the reader's role cannot open. */
export default function NotAllowed({ role }: { role: StaffRole }) {
  useTitle('Not part of your role');
  return (
    <div className="mx-auto grid min-h-[50dvh] max-w-lg place-content-center justify-items-start gap-4">
      <h1 tabIndex={-1} className="text-2xl">
        This page is not part of your role.
      </h1>
      <p className="text-muted">
        You are here as {toRoleLabel(role).toLowerCase()}. If you need this page, ask an organizer to change
        your role.
      </p>
      <LinkButton href={paths.organizerHome}>To Home</LinkButton>
    </div>
  );
}
