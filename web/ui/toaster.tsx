import { Toaster as Sonner } from 'sonner';
import { limits } from '../../contract/limits.ts';
import { useMediaQuery } from '../lib/media-query.ts';

/** Where messages appear: out of the thumb's and the camera's way on phones. `single` shows one at a time. */
export function Toaster({ single = false }: { single?: boolean }) {
  const phone = useMediaQuery('(max-width: 639px)');
  return (
    <Sonner
      position={phone ? 'top-center' : 'bottom-right'}
      visibleToasts={single ? 1 : limits.toasts.visible}
      expand={!single}
      gap={10}
      containerAriaLabel="Messages"
    />
  );
}
