import type { FilePart } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { StagedFile } from './staging.ts';

const beforeStart = /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*$/;

/** True when the bytes begin and end as those of a PDF do; the name and type that the sender gave say nothing. */
function hasPdfFrame({ head, tail }: Pick<StagedFile, 'head' | 'tail'>): boolean {
  const at = head.indexOf('%PDF-');
  return (
    at >= 0 &&
    at <= limits.file.magicSlack &&
    beforeStart.test(head.toString('latin1', 0, at)) &&
    tail.includes('%%EOF')
  );
}

/**
 * Makes sure that a received file is a PDF that opens, and tells whether it holds active content. A file that there was
 * no time to open is taken by its frame: how files are served is the wall. Throws the part's `notPdf`.
 */
export async function requirePdf(
  { pdf }: Pick<Services, 'pdf'>,
  file: StagedFile,
  { notPdf }: FilePart,
): Promise<{ activeContent: boolean }> {
  if (!hasPdfFrame(file)) fail(notPdf);
  const verdict = await pdf.judge(file.path);
  if (verdict && !verdict.opens) fail(notPdf);
  return { activeContent: verdict?.activeContent ?? false };
}
