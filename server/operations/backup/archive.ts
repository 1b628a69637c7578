import { createWriteStream, promises as fs } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { z } from 'zod';
import { createMeter, type Measured } from '../../platform/files/meter.ts';
import { sealedSecret } from './sealed-secret.ts';

const partSchema = z.object({ bytes: z.int(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Every migration that had been applied to the database. */
  migrations: z.array(z.string()),
  tables: z.array(partSchema.extend({ name: z.string(), columns: z.array(z.string()) })),
  /** The site's secret, if the backup was asked to carry it. */
  secret: sealedSecret.optional(),
  files: z.array(partSchema.extend({ key: z.string().regex(/^[\w-]+(?:\/[\w-]+)*\.[a-z0-9]{3,5}$/) })),
});

/** The contents of a backup: tables in the order in which they can be filled, files by key, each with its checksum. */
export type Manifest = z.infer<typeof manifestSchema>;
type Part = z.infer<typeof partSchema>;

const manifestName = 'manifest.json';

const toPart = ({ size, sha256 }: Measured): Part => ({ bytes: size, sha256: sha256.toString('hex') });

/** Writes a backup. The file has its name only when it is complete and flushed to the disk. */
export class ArchiveWriter {
  readonly #zip = new yazl.ZipFile();
  readonly #partial: string;
  readonly #file: string;
  readonly #written: Promise<void>;

  /** Throws when the file exists. */
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
    const { through, read } = createMeter();
    this.#zip.addReadStream(through, name, { compress });
    await Promise.race([pipeline(content, through), this.#written]);
    return toPart(read());
  }

  /** Writes the manifest and renames the file to its final name. */
  async finish(manifest: Manifest): Promise<void> {
    this.#zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestName);
    this.#zip.end();
    await this.#written;
    await fs.rename(this.#partial, this.#file);
  }

  /** Removes the partial file. */
  async abort(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy();
    await this.#written.catch(() => undefined);
    await fs.rm(this.#partial, { force: true });
  }
}

function parseManifest(file: string, content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch (cause) {
    throw new Error(`${file} is not a backup: its ${manifestName} is not JSON.`, { cause });
  }
}

export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  /** Opens a backup. Throws sentences for the operator when the file is not one. */
  static async open(file: string): Promise<ArchiveReader> {
    const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
      throw new Error(`${file} is not a complete backup: ${error.message}`);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const listed = entries.get(manifestName);
      if (!listed) throw new Error(`${file} is not a backup: it has no ${manifestName}.`);
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(listed)) chunks.push(chunk);
      const parsed = manifestSchema.safeParse(parseManifest(file, Buffer.concat(chunks)));
      if (!parsed.success)
        throw new Error(`${file} is a backup in a format that this program does not know.`);
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

  /** Passes one part to `consume`. Throws when it is missing or damaged. */
  async read<T>(name: string, expected: Part, consume: (content: Readable) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`The backup lacks ${name}.`);
    const { through, read } = createMeter();
    const source = await this.#zip.openReadStreamPromise(entry);
    const [result] = await Promise.all([consume(through), pipeline(source, through)]);
    const actual = toPart(read());
    if (actual.bytes !== expected.bytes || actual.sha256 !== expected.sha256)
      throw new Error(`The backup is damaged: ${name} does not match its checksum.`);
    return result;
  }

  close(): void {
    this.#zip.close();
  }
}
