import { expect, test } from 'vitest';
import { createRng } from '../../../operations/seed/random.ts';
import { countDifferentSigns, findNearest, packVectors, toSigns } from './vectors.ts';

const dimension = 384;
const rng = createRng(7);
const draw = () => Float32Array.from({ length: dimension }, () => (rng.int(2001) - 1000) / 1000);

test('signs find the vector that is nearest, of many', () => {
  const asked = draw();
  const near = asked.map((value) => value + (rng.int(1001) - 500) / 1000);
  const rows = Array.from({ length: 500 }, (_, at) =>
    packVectors(at === 321 ? [draw(), near, draw()] : [draw(), draw(), draw()]),
  );
  const signs = toSigns(packVectors([asked]), dimension);
  const differences = rows.map((row) =>
    Math.min(
      ...[0, 1, 2].map((at) => countDifferentSigns(toSigns(row, dimension), signs, at * signs.length)),
    ),
  );
  const cosines = rows.map((row) => findNearest(row, asked).cosine);
  expect(differences.indexOf(Math.min(...differences))).toBe(321);
  expect(cosines.indexOf(Math.max(...cosines))).toBe(321);
  expect(countDifferentSigns(signs, signs, 0)).toBe(0);
});
