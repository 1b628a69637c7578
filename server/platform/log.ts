import pino, { type DestinationStream, type Logger } from 'pino';

/** Fields of a database error that contain names, not values of rows. */
const databaseFields = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
const maxCauses = 4;

/**
 * Returns what may be logged of an error: its type, code and stack frames, and those of its causes. Messages are left out,
 * because databases and mail servers quote rows and addresses in them.
 */
function formatLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const details = error as Error & Record<string, unknown>;
  const named = ['code', 'status', 'syscall', ...databaseFields]
    .filter((name) => ['string', 'number'].includes(typeof details[name]))
    .map((name) => [name, details[name]]);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    ...Object.fromEntries(named),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(error.cause !== undefined &&
      depth < maxCauses && { cause: formatLoggedError(error.cause, depth + 1) }),
  };
}

/**
 * Creates the log: lines of JSON on stdout. A log that cannot be written, for example on a full disk, does not end the
 * program.
 */
export function createLogger(level: string, destination: DestinationStream = openStdout()): Logger {
  const serializers = { err: formatLoggedError };
  // Without a text of its own, a line with an error would have the error's message as its text.
  const hooks: pino.LoggerOptions['hooks'] = {
    logMethod(args, method) {
      const [first, text = 'Error'] = args as unknown as [unknown, string | undefined];
      const fields = first instanceof Error ? { err: first } : first;
      const hasError = fields !== null && typeof fields === 'object' && 'err' in fields;
      method.apply(this, (hasError ? [fields, text] : args) as typeof args);
    },
  };
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers, hooks },
    destination,
  );
}

function openStdout(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true });
  destination.on('error', () => undefined);
  process.stdout.on('error', () => undefined);
  return destination;
}
