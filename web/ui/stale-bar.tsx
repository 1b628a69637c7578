/** A thin bar at the top of a region whose content is being asked for again; moves nothing. The region is `relative`. */
export function StaleBar({ active }: { active: boolean }) {
  if (!active) return null;
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 top-0 h-0.5 animate-late bg-primary motion-safe:animate-pulse"
    />
  );
}
