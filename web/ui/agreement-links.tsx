import { joinClasses } from '../lib/classes.ts';

interface AgreementLinksProps {
  links: readonly { label: string; url: string }[];
  className?: string;
}

/** The documents that an agreement is about; they open beside the form. */
export function AgreementLinks({ links, className }: AgreementLinksProps) {
  if (links.length === 0) return null;
  return (
    <ul className={joinClasses('flex flex-wrap gap-x-6', className)}>
      {links.map(({ label, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
            {label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
