import { type ComponentType, lazy, useState } from 'react';

type Load = () => Promise<{ Component: ComponentType }>;

const loads = new WeakMap<ComponentType, () => Promise<void>>();

/** Code loads at a visit. A loaded page renders at once: after a fallback React waits 300 ms. */
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
