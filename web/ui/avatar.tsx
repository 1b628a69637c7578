import { joinClasses } from '../lib/classes.ts';

const inks = [
  'bg-night text-white',
  'bg-tangerine text-ink',
  'bg-butter text-ink',
  'bg-ink text-paper',
] as const;

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return (
    letters
      .map((word) => Array.from(word ?? '')[0] ?? '')
      .join('')
      .toUpperCase() || '?'
  );
}

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
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  // Drawn by CSS, so that screen readers do not read the initials beside the name.
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={joinClasses(
        shape,
        'text-sm font-semibold before:content-[attr(data-initials)]',
        inks[sum % inks.length],
      )}
    />
  );
}
