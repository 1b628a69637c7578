import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { texts } from '../../../contract/texts.ts';
import { CameraFault, createReader } from './qr-reader.ts';
import { createCodeGate } from './scanned-code.ts';

interface Camera {
  track: MediaStreamTrack;
  stop: () => void;
}

const { insecure, noStreamApi, timeout } = texts.checkIn.camera;

/** Returns a sentence for an error of the browser's camera. */
function toCameraFault(error: unknown): CameraFault {
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
async function openCamera(
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

/** Returns what the camera supports besides a picture; browsers know it only a moment after the start. */
function getCameraExtras(track: MediaStreamTrack): Pick<CameraExtras, 'torch' | 'zoom'> {
  // Browsers have light and zoom, the types do not yet.
  const { torch = false, zoom } = (track.getCapabilities?.() ?? {}) as Partial<CameraExtras>;
  return { torch, zoom: zoom && zoom.max > zoom.min ? zoom : undefined };
}

/** Returns the cameras of this device; their names are known only while one is running. */
async function listCameras(): Promise<{ id: string; name: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Camera ${index + 1}` }));
}

type CameraState = { status: 'off' | 'starting' | 'live' } | { status: 'failed'; fault: CameraFault };

/** What the running camera supports, known half a second after its start. */
interface CameraExtras {
  torch: boolean;
  zoom: { min: number; max: number; step: number } | undefined;
  cameras: { id: string; name: string }[];
  /** The id of the camera that is running. */
  current: string | undefined;
}

const none: CameraExtras = { torch: false, zoom: undefined, cameras: [], current: undefined };
// Milliseconds between two reads.
const readInterval = 80;

export type CameraControl = ReturnType<typeof useCamera>;

/**
 * A camera that reads codes from `start` to `stop`, and calls `onCode` with each new one while `wants` is true; with
 * `rereads`, the code in sight is new. It stays on
 * between codes, is off while the page is hidden, and stops with the component.
 */
export function useCamera(onCode: (text: string) => void, wants: boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const running = useRef<{ abort: AbortController; camera?: Camera; deviceId?: string; isAsked: boolean }>(
    undefined,
  );
  const latest = useRef({ onCode, wants });
  const gate = useRef(createCodeGate());
  const [state, setState] = useState<CameraState>({ status: 'off' });
  const [extras, setExtras] = useState(none);
  useEffect(() => {
    latest.current = { onCode, wants };
  });

  const end = useCallback(() => {
    running.current?.abort.abort();
    running.current?.camera?.stop();
    running.current = undefined;
    setExtras(none);
  }, []);

  const stop = useCallback(() => {
    end();
    setState({ status: 'off' });
  }, [end]);

  const start = useCallback(
    async (deviceId?: string, { isAsked = true, rereads = false } = {}) => {
      if (rereads) gate.current = createCodeGate();
      // It is on already; a failure is shown from now on, because a person asked for it.
      if (running.current && !deviceId) {
        running.current.isAsked = true;
        return;
      }
      if (!video.current) return;
      end();
      const abort = new AbortController();
      const { signal } = abort;
      const run = { abort, deviceId, isAsked };
      running.current = run;
      setState({ status: 'starting' });
      try {
        const reader = createReader();
        reader.catch(() => undefined);
        const camera = await openCamera(video.current, { deviceId, signal });
        running.current.camera = camera;
        camera.track.addEventListener('ended', stop);
        setState({ status: 'live' });
        setTimeout(async () => {
          const cameras = signal.aborted ? [] : await listCameras().catch(() => []);
          const current = camera.track.getSettings().deviceId;
          if (!signal.aborted) setExtras({ ...getCameraExtras(camera.track), cameras, current });
        }, limits.checkIn.cameraSettle);
        const read = await reader;
        gate.current = createCodeGate();
        while (!signal.aborted) {
          const text = await read(video.current);
          const { onCode: report, wants: isWanted } = latest.current;
          if (text !== undefined && !signal.aborted && gate.current(text, performance.now(), isWanted))
            report(text);
          await new Promise((done) => setTimeout(done, readInterval));
        }
      } catch (error) {
        if (signal.aborted) return;
        end();
        // A camera that the page opened by itself may fail silently.
        setState(run.isAsked ? { status: 'failed', fault: toCameraFault(error) } : { status: 'off' });
      }
    },
    [end, stop],
  );

  useEffect(() => {
    let resting: { deviceId?: string } | undefined;
    const rest = () => {
      if (document.hidden && running.current) {
        resting = { deviceId: running.current.deviceId };
        stop();
      } else if (!document.hidden && resting) {
        void start(resting.deviceId);
        resting = undefined;
      }
    };
    document.addEventListener('visibilitychange', rest);
    return () => {
      document.removeEventListener('visibilitychange', rest);
      end();
    };
  }, [end, start, stop]);

  /** Sets the light or the zoom; a failure is only logged. */
  const adjust = (to: MediaTrackConstraintSet & { torch?: boolean; zoom?: number }) => {
    const set = running.current?.camera?.track.applyConstraints({ advanced: [to] });
    set?.catch((error: unknown) => console.warn(error));
  };

  /** Starts the camera as the page does by itself: quietly, and not again where it has been refused. */
  const open = useCallback(async () => {
    const permission = await navigator.permissions
      ?.query({ name: 'camera' as PermissionName })
      .catch(() => undefined);
    if (permission?.state !== 'denied' && !running.current) await start(undefined, { isAsked: false });
  }, [start]);

  return { video, state, extras, open, start, stop, adjust };
}
