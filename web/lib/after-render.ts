/** Runs `action` after the next render, when the element to focus exists. */
export function afterRender(action: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(action));
}
