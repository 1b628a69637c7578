import { limits } from '../../contract/limits.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';

const Toasts = lazyPart(() => import('./toasts.tsx'));

/** The place of toasts: below the header on phones, one at a time. `single` shows one at a time, on a wide screen over the list at
 * the left and never over a document. */
export function Toaster({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  return (
    <Toasts
      position={phone ? 'top-center' : single ? 'bottom-left' : 'bottom-right'}
      visibleToasts={single || phone ? 1 : limits.toasts.visible}
      expand={!single && !phone}
      mobileOffset={{ top: '4.5rem' }}
      gap={10}
      containerAriaLabel="Messages"
    />
  );
}
