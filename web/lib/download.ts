function clickLink(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}

/** Downloads what the server answers under an address, with the file name that the server gives. */
export function downloadUrl(address: string): void {
  clickLink(address, '');
}

export function downloadBlob(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  clickLink(url, fileName);
  // Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function downloadCsv(fileName: string, text: string): void {
  downloadBlob(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
