import { limits } from '../../../contract/limits.ts';

/** The content of a pass, unverified. */
export interface ScannedCode {
  userId: string;
  pass?: string;
}

/** Parses the text of a code as a pass; undefined when it is not one. The name in it is ignored: the server's counts. */
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
 * Returns a function that accepts a code once while it is visible: the same one again after 2.5 s out of sight, any two
 * codes 500 ms apart. Times are milliseconds. A new code that comes while none `wants` one is neither accepted nor
 * remembered, so that the next pass is read as soon as it is its turn.
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
