import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface PartOptions {
  /** For decoration: shows no error when its code cannot be loaded. */
  isSilent?: boolean;
}

/**
 * Returns a component whose code loads when it is first shown; until then `fallback` is. After `preload` it is there at once. Code
 * that does not arrive leaves the page as it is: the part says so, and tries again when asked and when the network is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
  { isSilent = false }: PartOptions = {},
) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    loaded ??= (await load()).default;
  };
  function Part(props: Props) {
    const [Ready, setReady] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    const [isMissing, setMissing] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it again.
    useEffect(() => {
      if (Ready) return undefined;
      let isShown = true;
      const again = () => setTries((count) => count + 1);
      preload().then(
        () => isShown && setReady(() => loaded),
        () => isShown && setMissing(true),
      );
      addEventListener('online', again);
      return () => {
        isShown = false;
        removeEventListener('online', again);
      };
    }, [Ready, tries]);
    if (Ready) return <Ready {...props} />;
    if (!isMissing) return fallback;
    if (isSilent) return null;
    // After an update of the site only a new page knows the file's name.
    const isGone = tries > 0 && navigator.onLine;
    return (
      <p role="alert" className="text-sm">
        {isGone
          ? 'It is still missing: the site may have been updated.'
          : 'A part of this page could not be loaded.'}{' '}
        <button
          type="button"
          className="link"
          onClick={() => (isGone ? location.reload() : setTries(tries + 1))}
        >
          {isGone ? 'Reload' : 'Try again'}
        </button>
      </p>
    );
  }
  return Object.assign(Part, { preload });
}
