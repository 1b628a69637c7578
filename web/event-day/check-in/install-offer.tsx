import Smartphone from 'lucide:smartphone';
import { useState } from 'react';
import { useInstallPrompt } from '../../lib/install.ts';
import { Button } from '../../ui/button.tsx';

const storageKey = 'check-in:install';

/** Offers to install the station where the browser can; a refusal is remembered on the device. */
export default function InstallOffer() {
  const install = useInstallPrompt();
  const [declined, setDeclined] = useState(() => localStorage.getItem(storageKey) === 'no');
  if (!install || declined) return null;
  const decline = () => {
    localStorage.setItem(storageKey, 'no');
    setDeclined(true);
  };
  return (
    <section
      aria-label="Install"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-surface-2 px-4 py-3"
    >
      <Smartphone size={20} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        Install check-in on this device, so that it opens without a network.
      </p>
      <div className="flex gap-2">
        <Button onClick={install}>Install</Button>
        <Button variant="ghost" onClick={decline}>
          Not now
        </Button>
      </div>
    </section>
  );
}
