import { getInitials } from '../../contract/platform/initials.ts';
import { joinClasses } from '../lib/classes.ts';
import { getInk } from '../lib/ink.ts';

interface AvatarProps {
  name: string;
  photo?: string | null;
  className?: string;
}

/** A person's photo, or their initials on an ink that stays the same for the name. Decorative: the name is shown beside it. */
export function Avatar({ name, photo, className }: AvatarProps) {
  const shape = joinClasses(
    'inline-grid size-10 shrink-0 place-items-center rounded-full border border-border',
    className,
  );
  if (photo)
    return (
      <img src={photo} alt="" className={joinClasses(shape, 'object-cover')} referrerPolicy="no-referrer" />
    );
  // Drawn by CSS, so that screen readers do not read the initials beside the name.
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(name)}
      className={joinClasses(
        shape,
        'text-[min(0.9375rem,5.5vw)] font-semibold before:content-[attr(data-initials)]',
        getInk(name),
      )}
    />
  );
}
