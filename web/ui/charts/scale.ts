/** Round steps from 0 up to at least `max`, about `count` of them: `[0, 20, 40, 60]`. */
export function ticks(max: number, count = 4): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(max / whole) + 1 }, (_, position) => position * whole);
}
