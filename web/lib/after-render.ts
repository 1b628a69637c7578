/** Runs `act` when the next render is on screen: until then what it wants to focus may be hidden or not there. */
export function afterRender(act: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
