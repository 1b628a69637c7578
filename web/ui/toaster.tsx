import { lazy, Suspense } from 'react';
import { limits } from '../../contract/limits.ts';
import { useMediaQuery } from '../lib/media-query.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

/** Where messages appear: out of the thumb's and the camera's way on phones. `single` shows one at a time, at the top. */
export function Toaster({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  return (
    <Suspense>
      <Toasts
        position={phone || single ? 'top-center' : 'bottom-right'}
        visibleToasts={single ? 1 : limits.toasts.visible}
        expand={!single}
        gap={10}
        containerAriaLabel="Messages"
      />
    </Suspense>
  );
}
