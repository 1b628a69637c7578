import type { BarcodeDetector as Detector } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { texts } from '../../contract/texts.ts';
import { CameraFault } from './camera.ts';

type Source = HTMLVideoElement | ImageBitmap;
type QrDetector = Pick<Detector, 'detect'>;

/** Finds a QR code in a picture: its text, or undefined. */
export type Reader = (source: Source) => Promise<string | undefined>;

/** The browser's own detector, where it is one that knows QR codes. */
async function nativeDetector(): Promise<QrDetector | undefined> {
  const Native = (globalThis as { BarcodeDetector?: typeof Detector }).BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch(() => undefined);
  return Native && formats?.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : undefined;
}

async function ownDetector(): Promise<QrDetector> {
  try {
    const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
    // Without this the library would fetch its decoder from somebody else's server.
    await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
    return new BarcodeDetector({ formats: ['qr_code'] });
  } catch (error) {
    console.warn(error);
    throw new CameraFault(texts.checkIn.camera.unsupported);
  }
}

// More of a picture than this adds time and no codes: people hold the pass into the middle.
const MAX_SIDE = 1280;

async function inFrame(source: Source): Promise<Source> {
  if (!('videoWidth' in source)) return source;
  const { videoWidth: width, videoHeight: height } = source;
  if (width <= MAX_SIDE && height <= MAX_SIDE) return source;
  const side = Math.min(width, height, MAX_SIDE);
  return createImageBitmap(source, (width - side) / 2, (height - side) / 2, side, side);
}

/** Gets a reader: the browser's own, and ours where it has none or its own turns out not to work. Throws CameraFault. */
export async function createReader(): Promise<Reader> {
  const native = await nativeDetector();
  let isNative = native !== undefined;
  let detector = native ?? (await ownDetector());
  return async (source) => {
    const picture = await inFrame(source);
    try {
      return (await detector.detect(picture))[0]?.rawValue;
    } catch (error) {
      if (!isNative) throw error;
      isNative = false;
      detector = await ownDetector();
      return (await detector.detect(picture))[0]?.rawValue;
    } finally {
      if (picture !== source && 'close' in picture) picture.close();
    }
  };
}
