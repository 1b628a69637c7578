import { limits } from '../../../contract/limits.ts';
import type { PdfPart } from '../../../contract/platform/endpoint.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { StagedFile } from './staging.ts';

const beforeStart = /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*$/;

/** Whether the bytes begin and end like a PDF. The name and type that the sender gave prove nothing. */
function hasPdfMarkers({ head, tail }: Pick<StagedFile, 'head' | 'tail'>): boolean {
  const at = head.indexOf('%PDF-');
  return (
    at >= 0 &&
    at <= limits.pdf.maxHeaderOffset &&
    beforeStart.test(head.toString('latin1', 0, at)) &&
    tail.includes('%%EOF')
  );
}

/**
 * Requires an uploaded file to be a PDF that opens, and returns whether it has active content. When there is no time to
 * open it, its header and trailer suffice: files are served so that nothing in them runs. Size (`limits.pdf`) and number of
 * files are limited while they arrive, in `server/platform/http/uploads.ts`; `pdf.inspect` is in `pdf-reader.ts`. Throws the part's `notPdf`.
 */
export async function requirePdf(
  { pdf }: Pick<Services, 'pdf'>,
  file: StagedFile,
  { notPdf }: PdfPart,
): Promise<{ activeContent: boolean }> {
  if (!hasPdfMarkers(file)) fail(notPdf);
  const verdict = await pdf.inspect(file.path);
  if (verdict && !verdict.opens) fail(notPdf);
  return { activeContent: verdict?.activeContent ?? false };
}
