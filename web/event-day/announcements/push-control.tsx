import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '../../lib/session.api.ts';
import { Button } from '../../ui/button.tsx';
import { type PushState, pushStateQuery, useTurnOffPush, useTurnOnPush } from './push.api.ts';

const explanations: Record<PushState, string> = {
  on: 'This device shows announcements as notifications.',
  off: '',
  blocked: 'Notifications are blocked. Allow them for this site in the settings of your browser.',
  needsHomeScreen:
    'To be notified on this device, add this site to the home screen first: choose Share, then Add to Home Screen.',
  unsupported: 'This browser cannot show notifications.',
};

/** Turns notifications on this device on and off, or says why it cannot. */
export default function PushControl({ pushKey }: { pushKey: string }) {
  const device = { user: useUser(), pushKey };
  const { data: state, refetch } = useQuery(pushStateQuery(device));
  const turnOn = useTurnOnPush(device);
  const turnOff = useTurnOffPush(device);
  useEffect(() => {
    // What is allowed or blocked in the browser's settings shows at once.
    let permission: PermissionStatus | undefined;
    const watching = new AbortController();
    void navigator.permissions?.query({ name: 'notifications' }).then((status) => {
      permission = status;
      permission.addEventListener('change', () => void refetch(), { signal: watching.signal });
    });
    return () => watching.abort();
  }, [refetch]);
  if (!state) return null;
  const isOn = state === 'on';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline pt-4">
      <p role="status" className="max-w-prose text-muted empty:hidden">
        {turnOn.isPending ? 'Your browser asks whether this site may notify you.' : explanations[state]}
      </p>
      {(isOn || state === 'off') && (
        <Button
          variant="secondary"
          busy={turnOn.isPending || turnOff.isPending}
          onClick={() => (isOn ? turnOff : turnOn).mutate()}
        >
          {isOn ? 'Turn off' : 'Notify me on this device'}
        </Button>
      )}
    </div>
  );
}
