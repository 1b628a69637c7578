/** Where judges find the project. */
export function YourTable({ number }: { number: number }) {
  return (
    <p className="flex items-baseline gap-3 text-lg">
      Your table:{' '}
      <strong className="tabular rounded-md border-2 border-ink bg-butter px-3 font-mono text-2xl text-ink">
        {number}
      </strong>
    </p>
  );
}
