import { Clock, Hammer, QrCode, UsersRound } from 'lucide-react';

const itemClasses =
  'grid min-h-14 content-center justify-items-center gap-0.5 text-xs font-semibold -outline-offset-3';

/** The bar at the bottom of a phone: one tap to what somebody at the event needs. */
export function PhoneBar({
  onPass,
  hasProjects,
}: {
  onPass: (() => void) | undefined;
  hasProjects: boolean;
}) {
  const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <nav
      aria-label="Parts of the dashboard"
      className="fixed inset-x-0 bottom-0 z-(--z-header) grid auto-cols-fr grid-flow-col border-t-2 border-edge bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <a href="#now" className={itemClasses}>
        <Clock {...icon} />
        Now
      </a>
      {onPass && (
        <button type="button" className={itemClasses} onClick={onPass}>
          <QrCode {...icon} />
          Pass
        </button>
      )}
      <a href="#team-formation" className={itemClasses}>
        <UsersRound {...icon} />
        Team
      </a>
      {hasProjects && (
        <a href="#your-project" className={itemClasses}>
          <Hammer {...icon} />
          Project
        </a>
      )}
    </nav>
  );
}
