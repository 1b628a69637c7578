export function YourTable({ number }: { number: number }) {
  return (
    <p className="flex flex-wrap items-baseline gap-2 sm:gap-3 sm:text-lg">
      Your table:{' '}
      <strong className="tabular rounded-md border-2 border-ink bg-butter px-2 font-mono text-xl sm:px-3 sm:text-2xl text-ink">
        {number}
      </strong>
    </p>
  );
}
