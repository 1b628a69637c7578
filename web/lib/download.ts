import { createSemicolonWriter, hasSemicolons } from '../../contract/platform/csv.ts';

export function downloadBlob(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads CSV of `formatCsv` with the separator that was chosen. */
export function downloadCsv(fileName: string, csv: string): void {
  const text = hasSemicolons(document.cookie) ? createSemicolonWriter()(csv) : csv;
  downloadBlob(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
