import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { PdfTask, PdfText, PdfVerdict } from './pdf-reader.ts';
import { extractText } from './pdf-text.ts';

const budget = 24_000_000;
const maxStreams = 5000;
const maxChain = 4;
const deflated = /FlateDecode|\/Fl\b/g;

/** Whether a PDF's compressed streams inflate to more than 24 MB in all; checked before a parser inflates them. */
function exceedsInflateLimit(bytes: Buffer): boolean {
  let remaining = budget;
  let streams = 0;
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const before = bytes.toString('latin1', Math.max(0, at - 600), at);
    const filters = before.slice(before.lastIndexOf(' obj') + 1).match(deflated) ?? [];
    if (filters.length === 0) continue;
    streams += 1;
    if (streams > maxStreams) return true;
    let start = at + 6;
    if (bytes[start] === 13) start += 1;
    if (bytes[start] === 10) start += 1;
    let content = bytes.subarray(start);
    for (let filter = 0; filter < Math.min(filters.length, maxChain); filter++) {
      try {
        content = inflateSync(content, {
          maxOutputLength: Math.max(1, remaining),
          finishFlush: constants.Z_SYNC_FLUSH,
        });
      } catch (error) {
        if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return true;
        break;
      }
      remaining -= content.length;
      if (remaining <= 0) return true;
    }
  }
  return false;
}

// Imported by the path that the parent passes, because resolving a package reads more folders than this process may.
const { getDocument, OPS }: typeof import('unpdf/pdfjs') = await import(String(process.argv[2]));

/** Active content: scripts, programs, and embedded files. */
const activeContentName = /\/(JS|JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA)\b/;

process.on('message', async ({ file, read, keepsHidden }: PdfTask) => {
  // The file is gone because it was refused for another reason.
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  process.send?.(read ? await readText(bytes, keepsHidden) : await inspect(bytes));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** Reads the character maps that Chinese, Japanese and Korean fonts name but do not contain. */
class CharacterMapReader {
  readonly fetch = async ({ filename }: { filename: string }) =>
    new Uint8Array(await readFile(path.join(import.meta.dirname, 'cmaps', filename)));
}

const open = (bytes: Buffer) => {
  const options = {
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: CharacterMapReader,
    maxImageSize: 1,
    verbosity: 0,
  };
  return getDocument(options);
};

async function readText(bytes: Buffer, keepsHidden = false): Promise<PdfText | false> {
  if (exceedsInflateLimit(bytes)) return false;
  const task = open(bytes);
  try {
    return await extractText(await task.promise, keepsHidden ? undefined : OPS);
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

async function inspect(bytes: Buffer): Promise<PdfVerdict> {
  const activeContent = activeContentName.test(readDictionaries(bytes));
  const task = open(bytes);
  try {
    const document = await task.promise;
    await document.getPage(1);
    const hidden = await hasHiddenActiveContent(document);
    return { opens: true, needsPassword: false, activeContent: activeContent || hidden };
  } catch (error) {
    const { name, message } = error as Error;
    return {
      opens: false,
      needsPassword: name === 'PasswordException' || /encrypt/i.test(message),
      activeContent,
    };
  } finally {
    await task.destroy();
  }
}

/** Finds scripts and attachments in compressed streams, too, as far as the parser can. */
async function hasHiddenActiveContent(document: PDFDocumentProxy): Promise<boolean> {
  try {
    return Boolean((await document.getJSActions()) ?? (await document.getAttachments()));
  } catch {
    return false;
  }
}

/** Returns the objects' dictionaries with `#xx` in names decoded, without the streams, which can contain any bytes. */
function readDictionaries(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('endstream')
    .map((piece) => piece.split('stream', 1)[0])
    .join(' ')
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
