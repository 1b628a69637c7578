import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Embedded, startEmbedded } from '../../packages/embedded-postgres/embedded.ts';
import { type Db, openDatabase } from '../../server/platform/db/open.ts';
import { upgradeSchema } from '../../server/platform/db/schema.ts';
import { startBucket, type TestBucket } from '../../server/testing/bucket.ts';
import { memoryFolder } from '../../server/testing/postgres.ts';
import { freePort, type Program, runCommand, startProgram } from '../program.ts';
import { RoundRobinProxy } from './round-robin.ts';
import { createUsers, type LoadUser } from './users.ts';

/** The secret of every instance. */
export const secretKey = 'K7vTq0yB3mXw9ZrLpE2sHnUcJf6dGaQo';

/** Several instances of the program on one database and one bucket, behind a proxy that sends requests to them in turn. */
export class Instances {
  readonly #folder = mkdtempSync(path.join(memoryFolder(), 'overnight-instances-'));
  readonly #proxy = new RoundRobinProxy();
  readonly #programs = new Map<number, Program>();
  #bucket!: TestBucket;
  #embedded!: Embedded;
  #database!: ReturnType<typeof openDatabase>;
  #environment: Record<string, string> = {};
  #publicUrl = '';

  /** Starts the instances. `publicUrl` is the address of another proxy, used instead of the built-in one. */
  async start(
    count: number,
    { publicUrl, ...environment }: Record<string, string> & { publicUrl?: string } = {},
  ): Promise<void> {
    // Started as root, the database runs as another account.
    chmodSync(this.#folder, 0o711);
    this.#embedded = await startEmbedded({
      dataDir: path.join(this.#folder, 'database'),
      log: () => undefined,
    });
    await upgradeSchema(this.#embedded, () => undefined);
    this.#database = openDatabase(this.#embedded.connection, { max: 3 });
    const buckets = path.join(this.#folder, 'buckets');
    mkdirSync(buckets);
    this.#bucket = await startBucket(buckets);
    const { settings } = this.#bucket;
    this.#publicUrl = publicUrl ?? `http://localhost:${await this.#proxy.start()}`;
    this.#environment = {
      DATABASE_URL: this.#toUrl(this.#embedded.connection.user),
      DATABASE_OWNER_URL: this.#toUrl(this.#embedded.owner.user),
      PUBLIC_URL: this.#publicUrl,
      SECRET_KEY: secretKey,
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      ...environment,
    };
    await Promise.all(Array.from({ length: count }, () => this.startInstance()));
  }

  get url(): string {
    return this.#publicUrl;
  }

  get urls(): string[] {
    return [...this.#programs.keys()].map((port) => `http://127.0.0.1:${port}`);
  }

  get db(): Db {
    return this.#database.db;
  }

  get output(): string {
    return [...this.#programs.values()].map((program) => program.output()).join('\n');
  }

  createUsers(count: number, role?: 'hacker' | 'volunteer' | 'admin'): Promise<LoadUser[]> {
    return createUsers(this.db, count, role);
  }

  /** Runs a command beside the running instances, with these settings changed; returns its output. */
  command(...words: string[]): Promise<string> {
    return this.commandWith({}, ...words);
  }

  commandWith(settings: Record<string, string>, ...words: string[]): Promise<string> {
    return runCommand({ ...this.#environment, DATA_DIR: this.#createDataDir(), ...settings }, ...words);
  }

  /** Starts one more instance, on this or a free port, with these settings changed. Throws with its output if it does not start. */
  async startInstance(settings: Record<string, string> = {}, at?: number): Promise<number> {
    const port = at ?? (await freePort());
    const program = await startProgram({
      ...this.#environment,
      DATA_DIR: this.#createDataDir(),
      PORT: String(port),
      ...settings,
    });
    this.#programs.set(port, program);
    this.#proxy.serve([...this.#programs.keys()]);
    return port;
  }

  /** Ends an instance by a signal and returns its exit code. After SIGKILL the proxy notices from refused connections. */
  async stopInstance(url: string, signal: NodeJS.Signals): Promise<number | null> {
    const port = Number(new URL(url).port);
    const program = this.#programs.get(port)!;
    const code = await program.stop(signal);
    this.#programs.delete(port);
    this.#proxy.serve([...this.#programs.keys()]);
    return code;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#programs.values()].map((program) => program.stop()));
    await this.#proxy.stop();
    await this.#database?.db.destroy();
    await this.#bucket?.close();
    await this.#embedded?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #createDataDir(): string {
    return mkdtempSync(path.join(this.#folder, 'data-'));
  }

  #toUrl(role: string): string {
    const { host, port, database } = this.#embedded.connection;
    return `postgres://${role}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }
}
