import { deflateSync } from 'node:zlib';

/** A page as its operators draw it, and where parts of it lead. */
export interface PageRecipe {
  content: string;
  links?: readonly string[];
  /** Width and height in points; letter paper when left out. */
  size?: readonly [number, number];
}

/** Fonts of the pages: Helvetica, its bold, one with ligatures, Courier; F4 is written in hexadecimal glyph numbers. */
const fonts = {
  F1: '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  F2: '/Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding',
  F3: '/Subtype /Type1 /BaseFont /Times-Roman /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >>',
  F5: '/Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding',
};

// Glyph n stands for the character with the number n + 29, as many exporters have it.
export const glyphShift = 29;
const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /X def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0003> <005F> <0020> endbfrange endcmap end end`;

/** A PDF of several pages with links, its content streams plain or compressed. */
export function pdfOfPages(pages: readonly PageRecipe[], { compress = false } = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number => objects.push(Buffer.from(body));
  const stream = (text: string): number => {
    const bytes = compress ? deflateSync(Buffer.from(text, 'latin1')) : Buffer.from(text, 'latin1');
    const entries = `<< /Length ${bytes.length}${compress ? ' /Filter /FlateDecode' : ''} >>`;
    return add(Buffer.concat([Buffer.from(`${entries}\nstream\n`), bytes, Buffer.from('\nendstream')]));
  };
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  const cmap = stream(toUnicode);
  const descendant = add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor << /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>',
  );
  const composite = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${cmap} 0 R >>`,
  );
  const named = Object.entries(fonts).map(([name, entries]) => `/${name} << /Type /Font ${entries} >>`);
  const resources = `<< /Font << ${named.join(' ')} /F4 ${composite} 0 R >> >>`;
  const kids = pages.map(({ content, links = [], size: [width, height] = [612, 792] }) => {
    const drawn = stream(content);
    const annotations = links.map((url, at) => {
      const place = `[72 ${700 - at * 14} 160 ${712 - at * 14}]`;
      return `<< /Type /Annot /Subtype /Link /Rect ${place} /A << /S /URI /URI (${url}) >> >>`;
    });
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${drawn} 0 R /Resources ${resources} /Annots [${annotations.join(' ')}] >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  return assembled(objects);
}

function assembled(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let offset = parts[0]!.length;
  for (const [at, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(offset);
    offset += part.length;
    parts.push(part);
  }
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`));
  return Buffer.concat(parts);
}
