/** A ring that closes in so many milliseconds, when the card confirms itself. */
export default function CountdownRing({ milliseconds }: { milliseconds: number }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 -rotate-90" aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="8"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        pathLength="1"
        strokeDasharray="1"
        className="animate-ring"
        style={{ animationDuration: `${milliseconds}ms` }}
      />
    </svg>
  );
}
