import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import {
  adjustCamera,
  type Camera,
  type CameraFault,
  getCameraExtras,
  listCameras,
  openCamera,
  toCameraFault,
} from './camera.ts';
import { createReader, type Reader } from './reader.ts';
import { createCodeGate } from './scanned-code.ts';

type CameraState = { status: 'off' | 'starting' | 'live' } | { status: 'failed'; fault: CameraFault };

/** What the running camera supports, known half a second after its start. */
export interface CameraExtras {
  torch: boolean;
  zoom: { min: number; max: number; step: number } | undefined;
  cameras: { id: string; name: string }[];
  /** The id of the camera that is running. */
  current: string | undefined;
}

const none: CameraExtras = { torch: false, zoom: undefined, cameras: [], current: undefined };
// Milliseconds between two reads.
const READ_INTERVAL = 80;

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
      end();
      const abort = new AbortController();
      const { signal } = abort;
      const run = { abort, deviceId, isAsked };
      running.current = run;
      setState({ status: 'starting' });
      try {
        if (!video.current) return;
        const reader = createReader();
        reader.catch(() => undefined);
        const camera = await openCamera(video.current, { deviceId, signal });
        running.current.camera = camera;
        camera.track.addEventListener('ended', stop);
        setState({ status: 'live' });
        setTimeout(async () => {
          const cameras = signal.aborted ? [] : await listCameras();
          const current = camera.track.getSettings().deviceId;
          if (!signal.aborted) setExtras({ ...getCameraExtras(camera.track), cameras, current });
        }, limits.checkIn.cameraSettle);
        await readCodes(video.current, await reader, signal, { latest, gate });
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

  const adjust = (to: { torch?: boolean; zoom?: number }) => {
    const track = running.current?.camera?.track;
    if (track) void adjustCamera(track, to);
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

/** Reads the picture until the signal aborts, and reports each code once, when one is wanted. */
async function readCodes(
  video: HTMLVideoElement,
  read: Reader,
  signal: AbortSignal,
  {
    latest,
    gate,
  }: {
    latest: RefObject<{ onCode: (text: string) => void; wants: boolean }>;
    gate: RefObject<ReturnType<typeof createCodeGate>>;
  },
): Promise<void> {
  gate.current = createCodeGate();
  while (!signal.aborted) {
    const text = await read(video);
    const { onCode, wants } = latest.current;
    if (text !== undefined && !signal.aborted && gate.current(text, performance.now(), wants)) onCode(text);
    await new Promise((done) => setTimeout(done, READ_INTERVAL));
  }
}
