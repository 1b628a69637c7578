import { limits } from '../../contract/limits.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMediaQuery } from '../lib/media-query.ts';

const Sonner = lazyPart(() => import('./sonner.ts'));

/** The place of toasts: the lower edge, one at a time on phones; `styles/toasts.css` lifts them above what has its buttons there.
 * `single` shows one at a time, on a wide screen over the list at the left and never over a document. */
export function ToastRegion({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  return (
    <Sonner
      position={phone ? 'bottom-center' : single ? 'bottom-left' : 'bottom-right'}
      visibleToasts={single || phone ? 1 : limits.toasts.visible}
      expand={!single && !phone}
      gap={10}
      containerAriaLabel="Messages"
    />
  );
}
