/** How far something is: `value` from 0 to 1, or undefined while that is not known. */
export function Progress({ label, value }: { label: string; value?: number }) {
  const percent = value === undefined ? undefined : Math.round(value * 100);
  return (
    <div className="grid gap-1">
      <p className="flex justify-between text-sm">
        <span>{label}</span>
        {percent !== undefined && <span className="tabular">{percent}%</span>}
      </p>
      <progress className="progress" aria-label={label} max={100} value={percent} />
    </div>
  );
}
