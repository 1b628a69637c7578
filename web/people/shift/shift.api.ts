import { startShift } from '../../../contract/people/shifts.ts';
import { call } from '../../lib/call.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { setSessionUser } from '../../lib/session.api.ts';
import { useAction } from '../../lib/use-action.ts';

const storageKey = 'shift:key';

/** Returns the key of this device: with it and the same name, the next shift is that of the same volunteer. */
function getDeviceKey(): string {
  const key = localStorage.getItem(storageKey) ?? createIdempotencyKey();
  localStorage.setItem(storageKey, key);
  return key;
}

/** Starts a shift with a scanned code. Its error is shown by the page. */
export const useStartShift = ({
  onSuccess,
}: {
  onSuccess: (station: { checkpoint: string; express: boolean }) => void;
}) =>
  useAction(
    (body: { code: string; name: string }) => call(startShift, { body, idempotencyKey: getDeviceKey() }),
    {
      isShown: true,
      onSuccess: ({ user, station }) => {
        onSuccess(station);
        setSessionUser(user);
      },
    },
  );
