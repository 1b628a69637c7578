import { startShift } from '../../../contract/people/shifts.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { createAction } from '../../lib/use-action.ts';

const storageKey = 'shift:key';

/** Returns the key of this device: with it and the same name, the next shift is that of the same volunteer. */
function getDeviceKey(): string {
  const key = localStorage.getItem(storageKey) ?? createIdempotencyKey();
  localStorage.setItem(storageKey, key);
  return key;
}

export const useStartShift = createAction(startShift, {
  send: (body: { code: string; name: string }) => ({ body, idempotencyKey: getDeviceKey() }),
  isShown: true,
});
