import type { BarcodeDetector as Detector } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { texts } from '../../../contract/texts.ts';

/** Why there is no picture, in a sentence for people. */
export class CameraFault extends Error {}

type Source = HTMLVideoElement | ImageBitmap;
type QrDetector = Pick<Detector, 'detect'>;

/** Returns the text of a QR code in a picture, or undefined. */
export type Reader = (source: Source) => Promise<string | undefined>;

async function findNativeDetector(): Promise<QrDetector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: typeof Detector }).BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch(() => undefined);
  return Native && formats?.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : undefined;
}

async function createDetector(): Promise<QrDetector> {
  try {
    const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
    // Without this the library fetches its decoder from another server.
    await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
    return new BarcodeDetector({ formats: ['qr_code'] });
  } catch (error) {
    console.warn(error);
    throw new CameraFault(texts.checkIn.camera.unsupported);
  }
}

// A larger picture costs time and finds no more codes: people hold the pass in the middle.
const MAX_SIDE = 1280;

async function cropToFrame(source: Source): Promise<Source> {
  if (!('videoWidth' in source)) return source;
  const { videoWidth: width, videoHeight: height } = source;
  if (width <= MAX_SIDE && height <= MAX_SIDE) return source;
  const side = Math.min(width, height, MAX_SIDE);
  return createImageBitmap(source, (width - side) / 2, (height - side) / 2, side, side);
}

/** Creates a reader: the browser's own, or ours when it has none or its own fails. Throws CameraFault. */
export async function createReader(): Promise<Reader> {
  const native = await findNativeDetector();
  let isNative = native !== undefined;
  let detector = native ?? (await createDetector());
  return async (source) => {
    const picture = await cropToFrame(source);
    try {
      return (await detector.detect(picture))[0]?.rawValue;
    } catch (error) {
      if (!isNative) throw error;
      isNative = false;
      detector = await createDetector();
      return (await detector.detect(picture))[0]?.rawValue;
    } finally {
      if (picture !== source && 'close' in picture) picture.close();
    }
  };
}

/** Returns the code on a photo, empty when there is none. Throws CameraFault, and for a file that is no picture. */
export async function readPhoto(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const text = await (await createReader())(picture);
  picture.close();
  return text ?? '';
}
