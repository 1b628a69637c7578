import { readFile } from 'node:fs/promises';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { exceedsInflateLimit } from './pdf-inflate.ts';
import type { PdfTask, PdfText, PdfVerdict } from './pdf-reader.ts';
import { extractText } from './pdf-text.ts';

// By its place, given by the parent: looking a package up reads more folders than this process may.
const { getDocument }: typeof import('unpdf/pdfjs') = await import(String(process.argv[2]));

/** What makes a document do something: scripts, programs, and files inside the file. */
const active = /\/(JS|JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA)\b/;

process.on('message', async ({ file, read }: PdfTask) => {
  // A file that is gone was refused for another reason meanwhile.
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  process.send?.(read ? await text(bytes) : await judge(bytes));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

const open = (bytes: Buffer) =>
  getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: 1,
    verbosity: 0,
  });

/** What a document says; false when it cannot be read. */
async function text(bytes: Buffer): Promise<PdfText | false> {
  if (exceedsInflateLimit(bytes)) return false;
  const task = open(bytes);
  try {
    return await extractText(await task.promise);
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

async function judge(bytes: Buffer): Promise<PdfVerdict> {
  const activeContent = active.test(outsideStreams(bytes));
  const task = open(bytes);
  try {
    const document = await task.promise;
    await document.getPage(1);
    return { opens: true, activeContent: activeContent || (await carries(document)) };
  } catch (error) {
    // A locked document is a PDF all the same: whoever is given its password can read it.
    return { opens: (error as Error).name === 'PasswordException', activeContent };
  } finally {
    await task.destroy();
  }
}

/** Finds scripts and attachments also where they are compressed, as far as the parser can follow. */
async function carries(document: PDFDocumentProxy): Promise<boolean> {
  try {
    return Boolean((await document.getJSActions()) ?? (await document.getAttachments()));
  } catch {
    return false;
  }
}

/** The objects' dictionaries with `#xx` in names decoded, without the streams, where any bytes may stand. */
function outsideStreams(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('endstream')
    .map((piece) => piece.split('stream', 1)[0])
    .join(' ')
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
