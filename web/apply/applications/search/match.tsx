/** The share of the query that an application supports, as a number and a bar. */
export function Match({ score }: { score: number }) {
  const percent = Math.round(score * 100);
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="h-2 w-14 overflow-hidden rounded-full bg-hairline">
        <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular font-mono text-xs font-semibold">
        {percent}%<span className="sr-only"> match</span>
      </span>
    </span>
  );
}
