import { useEffect, useState } from 'react';

/** In milliseconds. */
const patience = 15_000;

/** Offers another try where a server that takes connections has not answered for a while. */
export function SlowNotice() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, patience, true);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <p>
      The site has not answered yet.{' '}
      <button type="button" className="link min-h-11" onClick={() => location.reload()}>
        Try again
      </button>
    </p>
  );
}
