import { lazy, Suspense } from 'react';
import { limits } from '../../contract/limits.ts';
import { useMediaQuery } from '../lib/media-query.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

/** The place of toasts: below the header on phones, one at a time. `single` shows one at a time at the top everywhere. */
export function Toaster({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  return (
    <Suspense>
      <Toasts
        position={phone || single ? 'top-center' : 'bottom-right'}
        visibleToasts={single || phone ? 1 : limits.toasts.visible}
        expand={!single && !phone}
        mobileOffset={{ top: '4.5rem' }}
        gap={10}
        containerAriaLabel="Messages"
      />
    </Suspense>
  );
}
