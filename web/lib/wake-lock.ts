import { useEffect } from 'react';

/** Keeps the screen on, where supported; asks again when a hidden tab becomes visible. */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on low battery: then the screen dims as always.
      const fresh = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (left) await fresh?.release();
      else lock = fresh;
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
