// The address of somebody who is about to sign in again, in the storage of this tab.
const key = 'sign-in-address';

export const storeSignInAddress = (address: string): void => sessionStorage.setItem(key, address);

/** Returns the address once; an empty text without one. */
export function takeSignInAddress(): string {
  const address = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return address;
}
