import { expect, test } from 'vitest';
import { SearchEngine } from '../../../../packages/search/engine.ts';
import { createRng } from '../../../operations/seed/random.ts';
import { compare } from './meaning.service.ts';
import { hashPassages, listEmbeddable } from './passages.ts';
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

test('of many applications, the nearest to a question are compared, one of them changed since then', async () => {
  const engine = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
  const [wanted, model] = [draw(), { isRemote: false }];
  const unit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector));
  const near = () => wanted.map((value) => value + (rng.int(801) - 400) / 1000);
  const stored = Array.from({ length: 700 }, (_, at) => {
    const texts = { major: 'History', whyJoin: `I build kites. I fly number ${at}.` };
    const others = { track: '', status: 'pending', teamPreference: 'solo', tShirtSize: 'M', answers: [] };
    const profile = engine.put({
      ...{
        id: `${at}`,
        name: `N ${at}`,
        email: `n${at}@example.org`,
        dietaryRestrictions: '',
        resumeText: '',
      },
      ...texts,
      ...others,
    });
    const passages = listEmbeddable(profile, model);
    const vectors = packVectors(
      passages.map((_each, one) => unit(at % 100 === 7 && one === passages.length - 1 ? near() : draw())),
    );
    return { id: profile.id, passages: at === 107 ? Buffer.from('old') : hashPassages(passages), vectors };
  });
  const asked = { wanted: [unit(wanted)], base: 0, isDenying: false, dimension };
  for (const rows of [stored, stored, stored.toReversed()]) {
    const { whole } = await compare(asked, rows, (id) => engine.profile(id), model);
    const nearest = [...whole].sort((a, b) => b[1].nearness - a[1].nearness).slice(0, 6);
    expect(nearest.map(([id]) => Number(id)).sort((a, b) => a - b)).toEqual([7, 207, 307, 407, 507, 607]);
    expect(whole.size).toBeLessThanOrEqual(300);
  }
});
