import { constants, deflateRawSync } from 'node:zlib';

/** What a test PDF holds; everything is optional. */
export interface PdfRecipe {
  /** Lines of text on the one page, in Latin letters. */
  text?: readonly string[];
  /** The exact size of the file in bytes, reached by a comment before the cross-reference table. */
  size?: number;
  /** More entries of the catalogue, such as an `/OpenAction`. */
  catalog?: string;
  /** More entries of the trailer, such as `/Encrypt`. */
  trailer?: string;
  /** Stands for the page tree, object 2. */
  pages?: string;
  /** Stands for the page's content stream: the dictionary's entries and the bytes. */
  content?: { entries: string; bytes: Buffer };
}

function textContent(lines: readonly string[]): { entries: string; bytes: Buffer } {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  return {
    entries: '',
    bytes: Buffer.from(`BT /F1 12 Tf 14 TL 72 720 Td ${escaped.join(' ')} ET`, 'latin1'),
  };
}

/** A valid one-page PDF with a true cross-reference table. */
export function createPdf(recipe: PdfRecipe = {}): Buffer {
  const content = recipe.content ?? textContent(recipe.text ?? ['Resume']);
  const objects = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${recipe.catalog ?? ''}>>`),
    Buffer.from(recipe.pages ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.bytes.length} ${content.entries}>>\nstream\n`),
      content.bytes,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let offset = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    const at = offset;
    parts.push(part);
    offset += part.length;
    return at;
  });
  const end = (start: number) =>
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets
        .map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
        .join(
          '',
        )}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${recipe.trailer ?? ''}>>\nstartxref\n${start}\n%%EOF\n`,
    );
  if (recipe.size === undefined) return Buffer.concat([...parts, end(offset)]);
  // The number after `startxref` may grow by a digit with the padding, so the length is found in two steps.
  let padding = recipe.size - offset - end(recipe.size).length;
  padding += end(recipe.size).length - end(offset + padding).length;
  if (padding < 2) throw new Error(`A PDF of ${recipe.size} bytes is too small`);
  const comment = Buffer.alloc(padding, 'x');
  comment[0] = 0x25;
  comment[padding - 1] = 0x0a;
  return Buffer.concat([...parts, comment, end(offset + padding)]);
}

/** A zlib stream that inflates to `count` × 4 MB of zeros, made without ever holding them. */
export function zerosDeflated(count: number): Buffer {
  const block = 4 * 1024 * 1024;
  const full = deflateRawSync(Buffer.alloc(block), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((block * count) % 65521) * 65536 + 1) >>> 0);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array<Buffer>(count).fill(full),
    Buffer.from([0x03, 0x00]),
    checksum,
  ]);
}

const recipes: Record<string, () => Buffer> = {
  'pdf-min': () => createPdf(),
  'html-named-pdf': () => Buffer.from('<html><script>alert(1)</script>'),
  'exe-mz': () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(1022)]),
  docx: () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1020)]),
  png: () =>
    Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(1016)]),
  svg: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'),
  empty: () => Buffer.alloc(0),
  'pdf-header-at-2000': () => Buffer.concat([Buffer.from('<html>'.padEnd(2000, ' ')), createPdf()]),
  'pdf-truncated': () => Buffer.from('%PDF-1.7\n'),
  'pdf-js-openaction': () =>
    createPdf({ catalog: '/OpenAction << /S /J#61vaScript /JS (app.alert\\(1\\)) >> ' }),
  'pdf-bomb': () => createPdf({ content: { entries: '/Filter /FlateDecode ', bytes: zerosDeflated(225) } }),
  'pdf-encrypted': () =>
    createPdf({
      trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> `,
    }),
  'pdf-loop-pages': () => createPdf({ pages: '<< /Type /Pages /Kids [2 0 R] /Count 1 >>' }),
};

/** The file that a generator's name stands for, such as `pdf-min` or `pdf-size:1048575`. Throws for an unknown name. */
export function createGeneratedPdf(name: string): Buffer {
  const size = /^pdf-size:(\d+)$/.exec(name);
  if (size) return createPdf({ size: Number(size[1]) });
  const make = recipes[name];
  if (!make) throw new Error(`No generator ${name}`);
  return make();
}
