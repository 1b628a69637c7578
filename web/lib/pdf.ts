import { limits } from '../../contract/limits.ts';

/** The sentences for a file that cannot be taken. */
interface PdfTexts {
  notPdf: string;
  tooLarge: string;
}

const magic = '%PDF-';

// Some programs write a byte order mark or white space before the first mark of a PDF.
function startsAsPdf(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  const at = text.indexOf(magic);
  return at >= 0 && at <= limits.pdf.maxHeaderOffset && /^[\u00ef\u00bb\u00bf\s]*$/.test(text.slice(0, at));
}

/** Returns why a chosen file cannot be sent, or null. Reads its first bytes, since name and type prove nothing. */
export async function findPdfProblem(file: File, texts: PdfTexts): Promise<string | null> {
  const head = new Uint8Array(await file.slice(0, limits.pdf.maxHeaderOffset + magic.length).arrayBuffer());
  if (!startsAsPdf(head)) return texts.notPdf;
  return file.size > limits.pdf.maxBytes ? texts.tooLarge : null;
}
