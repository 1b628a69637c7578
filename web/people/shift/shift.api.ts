import { startShift } from '../../../contract/people/shifts.ts';
import { getDeviceKey } from '../../lib/new-key.ts';
import { createAction } from '../../lib/use-action.ts';

export const useStartShift = createAction(startShift, {
  // With this key and the same name, the next shift is that of the same volunteer.
  send: (body: { code: string; name: string }) => ({ body, idempotencyKey: getDeviceKey('shift:key') }),
  isShown: true,
});
