import { limits } from '../../contract/limits.ts';

/** What a pass says about itself; only the server knows whether it is true. */
export interface ScannedCode {
  userId: string;
  pass?: string;
}

/** Reads the text of a code as a pass; undefined when it is none. The name in it is not read: the server's counts. */
export function parseScannedCode(text: string): ScannedCode | undefined {
  if (new TextEncoder().encode(text).length > limits.checkIn.payloadMaxBytes) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null || Object.hasOwn(content, '__proto__'))
    return undefined;
  const { userId, t } = content as { userId?: unknown; t?: unknown };
  if (typeof userId !== 'string' || userId.trim() === '') return undefined;
  if (t === undefined) return { userId };
  return typeof t === 'string' ? { userId, pass: t } : undefined;
}

/**
 * Lets a code through once while it is in sight: the same one counts again after 2.5 s out of sight, and any two codes
 * are 500 ms apart. Times are milliseconds. A new code that comes while nobody `wants` one is not let through and not
 * remembered: who already holds the next pass up is read as soon as it is their turn.
 */
export function createCodeGate(): (text: string, at: number, wants?: boolean) => boolean {
  let last = { text: '', seen: Number.NEGATIVE_INFINITY };
  let passed = Number.NEGATIVE_INFINITY;
  return (text, at, wants = true) => {
    const again = text === last.text && at - last.seen < limits.checkIn.sameCodeFor;
    if (again) {
      last.seen = at;
      return false;
    }
    if (!wants || at - passed < limits.checkIn.scanDelay) return false;
    last = { text, seen: at };
    passed = at;
    return true;
  };
}
