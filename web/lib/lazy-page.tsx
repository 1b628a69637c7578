import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ Component: ComponentType }>;

const loads = new WeakMap<ComponentType, () => Promise<void>>();

/**
 * Returns a page whose code loads when it is visited; until then the page before it stays. One that is loaded already
 * renders at once: React shows nothing for 300 ms after a fallback.
 */
export function lazyPage(load: Load): ComponentType {
  let loaded: ComponentType | undefined;
  const Lazy = lazy(async () => ({ default: (await load()).Component }));
  function Page() {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  }
  loads.set(Page, async () => {
    loaded = (await load()).Component;
  });
  return Page;
}

/** Loads the code of a page made by `lazyPage`; does nothing for another component. */
export async function preload(page: ComponentType): Promise<void> {
  await loads.get(page)?.();
}
