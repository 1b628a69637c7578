/** The event's name with its dot of tangerine, linking to the landing page. */
export function Brand({ name }: { name: string }) {
  return (
    <a href="/" className="font-display text-lg font-bold tracking-tight whitespace-nowrap">
      <span className="brand-name">{name}</span>
      <span className="ml-0.5 inline-block size-2 rounded-full bg-accent" aria-hidden="true" />
    </a>
  );
}
