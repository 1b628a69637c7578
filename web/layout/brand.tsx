/** The event's name with its dot of tangerine, linking to the landing page. */
export function Brand({ name }: { name: string }) {
  return (
    <a
      href="/"
      className="flex min-w-0 items-baseline font-display text-lg font-bold tracking-tight whitespace-nowrap"
    >
      <span className="brand-name truncate">{name}</span>
      <span className="ml-0.5 inline-block size-2 shrink-0 rounded-full bg-accent" aria-hidden="true" />
    </a>
  );
}
