import CameraOff from 'lucide:camera-off';
import ImageUp from 'lucide:image-up';
import { useRef } from 'react';
import { texts } from '../../../contract/texts.ts';
import { joinClasses } from '../../lib/classes.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import type { CameraControl } from './use-camera.ts';

// Few devices have any.
const CameraExtras = lazyPart(() => import('./camera-extras.tsx'));

interface CameraViewProps {
  camera: CameraControl;
  /** A person is shown: the picture is small and its buttons are hidden. */
  isBusy: boolean;
  onPhoto: (file: File) => void;
}

export function CameraView({ camera, isBusy, onPhoto }: CameraViewProps) {
  const { state, extras, video } = camera;
  const photo = useRef<HTMLInputElement>(null);
  const hasExtras = extras.torch || extras.zoom || extras.cameras.length > 1;
  const isOpen = state.status === 'starting' || state.status === 'live';
  return (
    <div className="grid gap-4 max-sm:gap-1">
      <div
        className={joinClasses(
          'relative mx-auto w-full max-w-md overflow-hidden rounded-lg border-2 border-edge bg-ink',
          // Beside a person the picture only shows that the camera is still on.
          isOpen ? 'aspect-square max-sm:max-h-[32dvh]' : 'aspect-4/3 max-sm:max-h-[20dvh]',
          'sm:max-h-[44dvh]',
          isBusy && 'sm:max-w-36',
          isBusy && !isOpen && 'hidden',
        )}
      >
        {!isOpen && (
          <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-paper">
            <CameraOff size={40} strokeWidth={1.75} aria-hidden="true" />
            The camera is off.
          </p>
        )}
        <video
          ref={video}
          playsInline
          muted
          aria-label="Picture of the camera"
          className={joinClasses('size-full object-cover', isBusy && 'opacity-40', !isOpen && 'hidden')}
        />
        {state.status === 'starting' && (
          <p
            role="status"
            className="absolute inset-0 grid animate-pulse place-items-center bg-ink text-paper"
          >
            Starting camera…
          </p>
        )}
        {state.status === 'live' && !isBusy && (
          <svg viewBox="0 0 100 100" className="absolute inset-0 size-full text-butter" aria-hidden="true">
            <path
              d="M20 32V20h12M68 20h12v12M80 68v12H68M32 80H20V68"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
            />
          </svg>
        )}
      </div>
      {state.status === 'failed' && (
        <div role="alert" className="rounded-md border-2 border-danger bg-surface p-4">
          <p className="font-semibold">{texts.checkIn.cameraFailed}</p>
          <p className="text-muted">{state.fault.message}</p>
        </div>
      )}
      {!isBusy && (
        <div
          className={joinClasses(
            'flex flex-wrap justify-center gap-x-3 gap-y-1',
            // On phones there is no space below the picture.
            isOpen && 'max-sm:relative max-sm:-mt-14 max-sm:pb-2',
          )}
        >
          {isOpen && (
            <Button variant="secondary" size="compact" onClick={camera.stop} aria-keyshortcuts="Escape">
              Cancel
            </Button>
          )}
          <Button variant="secondary" size="compact" onClick={() => photo.current?.click()}>
            <ImageUp />
            Scan from a photo
          </Button>
          <input
            ref={photo}
            type="file"
            accept="image/*"
            className="hidden"
            aria-label="Photo of a pass"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) onPhoto(file);
            }}
          />
        </div>
      )}
      {state.status === 'live' && !isBusy && hasExtras && <CameraExtras camera={camera} />}
    </div>
  );
}
