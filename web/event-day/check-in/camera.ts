import { limits } from '../../../contract/limits.ts';
import { texts } from '../../../contract/texts.ts';

/** Why there is no picture, in a sentence for people. */
export class CameraFault extends Error {}

export interface Camera {
  track: MediaStreamTrack;
  stop: () => void;
}

const { insecure, noStreamApi, timeout } = texts.checkIn.camera;

/** Returns a sentence for an error of the browser's camera. */
export function toCameraFault(error: unknown): CameraFault {
  if (error instanceof CameraFault) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return new CameraFault("The camera is blocked. Allow it for this site in your browser's settings.");
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return new CameraFault('No camera was found.');
  if (name === 'NotReadableError') return new CameraFault('Another program is using the camera.');
  return new CameraFault(error instanceof Error ? error.message : String(error));
}

function wanted(deviceId: string | undefined): MediaTrackConstraints {
  const { idealVideo, maxVideo } = limits.checkIn;
  return {
    ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }),
    width: { ideal: idealVideo, max: maxVideo.width },
    height: { ideal: idealVideo, max: maxVideo.height },
  };
}

/**
 * Starts the rear camera, or the given one, and shows it in `video`. The permission prompt may take any time; after it a
 * picture must come within 3 s. Throws CameraFault and stops everything.
 */
export async function openCamera(
  video: HTMLVideoElement,
  { deviceId, signal }: { deviceId?: string; signal: AbortSignal },
): Promise<Camera> {
  if (!isSecureContext) throw new CameraFault(insecure);
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraFault(noStreamApi);
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: false, video: wanted(deviceId) })
    .catch((error: unknown) => {
      throw toCameraFault(error);
    });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  const [track] = stream.getVideoTracks();
  try {
    signal.throwIfAborted();
    if (!track) throw new CameraFault('No camera was found.');
    video.srcObject = stream;
    await within(limits.checkIn.cameraTimeout, video.play());
    signal.throwIfAborted();
    return { track, stop };
  } catch (error) {
    stop();
    throw signal.aborted ? signal.reason : toCameraFault(error);
  }
}

function within(milliseconds: number, started: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CameraFault(timeout)), milliseconds);
  });
  return Promise.race([started, late]).finally(() => clearTimeout(timer));
}

// Browsers have light and zoom, the types do not yet.
interface Extras {
  torch?: boolean;
  zoom?: { min: number; max: number; step: number };
}

/** Returns what the camera supports besides a picture; browsers know it only a moment after the start. */
export function getCameraExtras(track: MediaStreamTrack): { torch: boolean; zoom: Extras['zoom'] } {
  const extras = (track.getCapabilities?.() ?? {}) as Extras;
  const zoom = extras.zoom && extras.zoom.max > extras.zoom.min ? extras.zoom : undefined;
  return { torch: extras.torch === true, zoom };
}

/** Sets the light or the zoom; a failure is only logged. */
export async function adjustCamera(
  track: MediaStreamTrack,
  to: { torch?: boolean; zoom?: number },
): Promise<void> {
  const constraint: MediaTrackConstraintSet & { torch?: boolean; zoom?: number } = to;
  await track.applyConstraints({ advanced: [constraint] }).catch((error: unknown) => console.warn(error));
}

/** Returns the cameras of this device; their names are known only while one is running. */
export async function listCameras(): Promise<{ id: string; name: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Camera ${index + 1}` }));
}
