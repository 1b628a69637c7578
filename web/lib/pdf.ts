import { limits } from '../../contract/limits.ts';

interface PdfTexts {
  notPdf: string;
  tooLarge: string;
}

const magic = '%PDF-';

/** Returns why a chosen file cannot be sent, or null. Reads its first bytes, since name and type prove nothing. */
export async function findPdfProblem(file: File, texts: PdfTexts): Promise<string | null> {
  // PDF readers allow other bytes before the first mark.
  const head = await file.slice(0, limits.pdf.maxHeaderOffset + magic.length).text();
  if (!head.includes(magic)) return texts.notPdf;
  return file.size > limits.pdf.maxBytes ? texts.tooLarge : null;
}
