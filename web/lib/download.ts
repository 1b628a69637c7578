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

export function downloadCsv(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  clickLink(url, fileName);
  URL.revokeObjectURL(url);
}
