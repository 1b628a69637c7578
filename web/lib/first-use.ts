const used = Promise.withResolvers<void>();

for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, () => used.resolve(), { once: true, capture: true });

/** Resolves when the page is first tapped, clicked or typed into: the moment to load what only an action needs. */
export const firstUse = used.promise;
