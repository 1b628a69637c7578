import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** Returns a component whose code loads when it is first shown; until then `fallback` is. After `preload` it is there at once. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
) {
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  let loaded: ComponentType<Props> | undefined;
  function Part(props: Props) {
    const [Ready] = useState(() => loaded);
    if (Ready) return <Ready {...props} />;
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    );
  }
  const preload = async (): Promise<void> => {
    loaded = (await load()).default;
  };
  return Object.assign(Part, { preload });
}
