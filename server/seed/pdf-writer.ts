import { deflateSync } from 'node:zlib';

/** One line of text on a page: position in points from the lower left corner, size in points. */
export interface PdfLine {
  x: number;
  y: number;
  size: number;
  font: 'plain' | 'bold';
  text: string;
}

/** The base-14 fonts of a document. */
export interface Fonts {
  plain: string;
  bold: string;
}

// Characters outside the fonts' encoding lose their accents.
function toLatin(text: string): string {
  const plain = text.replace(/[’‘]/g, "'").replace(/ı/g, 'i');
  return [...plain]
    .map((letter) => (letter.charCodeAt(0) < 256 ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')
    .replace(/[\\()]/g, '\\$&');
}

function createContent(lines: readonly PdfLine[]): Buffer {
  const drawn = lines.map(
    ({ x, y, size, font, text }) =>
      `BT /${font === 'bold' ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${toLatin(text)}) Tj ET`,
  );
  return deflateSync(Buffer.from(drawn.join('\n'), 'latin1'));
}

/** Returns a PDF with one page of text, US letter, with a valid cross-reference table. */
export function writePdf(lines: readonly PdfLine[], fonts: Fonts): Buffer {
  const stream = createContent(lines);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    font(fonts.plain),
    font(fonts.bold),
  ];
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
