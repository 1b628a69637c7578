import { createHash } from 'node:crypto';
import { createWriteStream, promises as fs } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { z } from 'zod';

const part = z.object({ bytes: z.int(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Every migration that the database had been through. */
  migrations: z.array(z.string()),
  tables: z.array(part.extend({ name: z.string(), columns: z.array(z.string()) })),
  files: z.array(part.extend({ key: z.string().regex(/^[\w-]+(?:\/[\w-]+)*\.pdf$/) })),
});

/** What lies in a backup: tables in the order in which they can be filled, files by their key, each with its checksum. */
export type Manifest = z.infer<typeof manifestSchema>;
type Part = z.infer<typeof part>;

const manifestName = 'manifest.json';

/** Bytes and SHA-256 of what flows through. */
function meter(): { through: Transform; read: () => Part } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.length;
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  return { through, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** A backup being written. It has its name only when it is whole and flushed to the disk. */
export class ArchiveWriter {
  readonly #zip = new yazl.ZipFile();
  readonly #partial: string;
  readonly #file: string;
  readonly #written: Promise<void>;

  /** Throws when there is a file of that name. */
  static async create(file: string): Promise<ArchiveWriter> {
    const exists = await fs.stat(file).catch(() => undefined);
    if (exists) throw new Error(`${file} exists already. A backup does not replace anything.`);
    return new ArchiveWriter(file);
  }

  private constructor(file: string) {
    this.#file = file;
    this.#partial = `${file}.part`;
    const output = createWriteStream(this.#partial, { mode: 0o600, flush: true });
    this.#written = pipeline(this.#zip.outputStream, output);
    this.#written.catch(() => undefined);
  }

  /** Adds one part and returns its size and checksum. */
  async add(name: string, content: Readable, { compress = true } = {}): Promise<Part> {
    const { through, read } = meter();
    this.#zip.addReadStream(through, name, { compress });
    await Promise.race([pipeline(content, through), this.#written]);
    return read();
  }

  /** Writes down what lies in the archive and gives it its name. */
  async finish(manifest: Manifest): Promise<void> {
    this.#zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestName);
    this.#zip.end();
    await this.#written;
    await fs.rename(this.#partial, this.#file);
  }

  /** Leaves nothing behind. */
  async giveUp(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy();
    await this.#written.catch(() => undefined);
    await fs.rm(this.#partial, { force: true });
  }
}

/** A backup being read. */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  /** Opens a backup. Throws sentences for people when the file is none. */
  static async open(file: string): Promise<ArchiveReader> {
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
      throw new Error(`${file} is not a whole backup: ${error.message}`);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const listed = entries.get(manifestName);
      if (!listed) throw new Error(`${file} is not a backup: it has no ${manifestName}.`);
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(listed)) chunks.push(chunk);
      const parsed = manifestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
      if (!parsed.success) throw new Error(`${file} is a backup of a kind that this program does not know.`);
      return new ArchiveReader(zip, entries, parsed.data);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  private constructor(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest) {
    this.manifest = manifest;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Hands one part to `take`. Throws when it is missing or not what was written. */
  async read<T>(name: string, expected: Part, take: (content: Readable) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`The backup lacks ${name}.`);
    const { through, read } = meter();
    const source = await this.#zip.openReadStreamPromise(entry);
    const [taken] = await Promise.all([take(through), pipeline(source, through)]);
    const found = read();
    if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
      throw new Error(`The backup is damaged: ${name} is not what was written.`);
    return taken;
  }

  close(): void {
    this.#zip.close();
  }
}
