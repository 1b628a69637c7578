export function Brand({ name }: { name: string }) {
  return (
    <a
      href="/"
      className="min-w-0 font-display text-[min(1.25rem,9cqi)] leading-none font-bold tracking-tight wrap-anywhere"
    >
      <span className="brand-name">{name}</span>
      <span className="ml-0.5 inline-block size-2 rounded-full bg-accent" aria-hidden="true" />
    </a>
  );
}
