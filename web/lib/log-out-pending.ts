// In localStorage, so that it outlives the page and other tabs see it.
const pendingKey = 'logout';
let hasLoggedOut = false;

/** Whether somebody has logged out on this page, or on this device without an answer of the server. */
export function isLogOutPending(): boolean {
  return hasLoggedOut || localStorage.getItem(pendingKey) !== null;
}

export function setLogOutPending(): void {
  hasLoggedOut = true;
  localStorage.setItem(pendingKey, new Date().toISOString());
}

/** Removes the mark: the server has ended the session. */
export function clearLogOutPending(): void {
  localStorage.removeItem(pendingKey);
}

/** Calls `onLogOut` when another tab logs out. */
export function onLogOutElsewhere(onLogOut: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === pendingKey && newValue !== null) onLogOut();
  });
}
