import { limits } from '../../contract/limits.ts';
import { texts } from '../../contract/texts.ts';

/** Why there is no picture, as a sentence that helps. */
export class CameraFault extends Error {}

/** A running camera. */
export interface Camera {
  track: MediaStreamTrack;
  stop: () => void;
}

const { insecure, noStreamApi, timeout } = texts.checkIn.camera;

/** What can be said about a refusal of the browser to give a camera. */
export function toCameraFault(error: unknown): CameraFault {
  if (error instanceof CameraFault) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return new CameraFault('The camera is blocked. Allow it for this site in the settings of your browser.');
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
 * Starts the rear camera, or the one named, and shows it in `video`. The question whether the camera may be used takes
 * as long as it takes; from then on a picture must come within 3 s. Throws CameraFault, with nothing left running.
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

// Light and zoom are in browsers before they are in the types.
interface Extras {
  torch?: boolean;
  zoom?: { min: number; max: number; step: number };
}

/** What this camera can do besides showing a picture; browsers know it only a moment after the start. */
export function getCameraExtras(track: MediaStreamTrack): { torch: boolean; zoom: Extras['zoom'] } {
  const extras = (track.getCapabilities?.() ?? {}) as Extras;
  const zoom = extras.zoom && extras.zoom.max > extras.zoom.min ? extras.zoom : undefined;
  return { torch: extras.torch === true, zoom };
}

/** Sets the light or the zoom; a camera that refuses stays as it is. */
export async function adjustCamera(
  track: MediaStreamTrack,
  to: { torch?: boolean; zoom?: number },
): Promise<void> {
  const constraint: MediaTrackConstraintSet & { torch?: boolean; zoom?: number } = to;
  await track.applyConstraints({ advanced: [constraint] }).catch((error: unknown) => console.warn(error));
}

/** The cameras of this device; their names are known only while one is running. */
export async function listCameras(): Promise<{ id: string; name: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Camera ${index + 1}` }));
}
