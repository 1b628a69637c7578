import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { firstUse } from '../lib/first-use.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';

const Sonner = lazyPart(() => import('./sonner.ts'), null, { isSilent: true });

/** The usual place of toasts: below the header on phones, one at a time. `single` shows one at a time, on a wide screen over the
 * list at the left. `toast-place.ts` moves them from titles, buttons and documents. */
export function ToastRegion({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  const [isUsed, setUsed] = useState(false);
  useEffect(() => void firstUse.then(() => setUsed(true)), []);
  if (!isUsed) return null;
  return (
    <Sonner
      position={phone ? 'top-center' : single ? 'bottom-left' : 'bottom-right'}
      visibleToasts={single || phone ? 1 : limits.toasts.visible}
      expand={!single && !phone}
      mobileOffset={{ top: '4.5rem' }}
      gap={10}
      containerAriaLabel="Messages"
    />
  );
}
