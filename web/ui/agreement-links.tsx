/** The documents that an agreement is about; they open beside the form. */
export function AgreementLinks({ links }: { links: readonly { label: string; url: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-6 pl-9">
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
