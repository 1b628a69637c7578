import { readFileSync } from 'node:fs';

// Loaded into a program before its own code: moves its clock by the milliseconds written in a file.
const file = process.env.CLOCK_OFFSET_FILE ?? '';
const RealDate = Date;
let offset = 0;

function readOffset(): void {
  try {
    offset = Number(readFileSync(file, 'utf8'));
  } catch {
    offset = 0;
  }
}

readOffset();
setInterval(readOffset, 200).unref();

globalThis.Date = class extends RealDate {
  constructor(...values: [] | [string | number | Date]) {
    if (values.length === 0) super(RealDate.now() + offset);
    else super(...values);
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
} as DateConstructor;
