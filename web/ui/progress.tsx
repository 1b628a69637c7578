/** How far an upload is: `part` from 0 to 1. Once everything has left, the server still reads and stores it. */
export function Progress({ part }: { part: number }) {
  const label = part < 1 ? 'Uploading' : 'Finishing…';
  const percent = Math.round(part * 100);
  return (
    <div className="grid gap-1">
      <p className="flex justify-between text-sm">
        <span>{label}</span>
        <span className="tabular">{percent}%</span>
      </p>
      <progress className="progress" aria-label={label} max={100} value={percent} />
    </div>
  );
}
