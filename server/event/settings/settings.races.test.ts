import { expect } from 'vitest';
import type { SectionState } from '../../../contract/event/settings.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import type { TestApp } from '../../testing/app.ts';
import { countAnswers, race, withoutKeyLocks } from '../../testing/races.ts';
import { storeEventFolder } from './event-files.service.ts';
import { getNewestVersion } from './event-versions.ts';

async function readSection(site: TestApp, name: string): Promise<SectionState> {
  const sections: SectionState[] = (await (await signUpAdmin(site)).call('GET', '/settings')).json().sections;
  return sections.find(({ section }) => section === name)!;
}

race(
  'of two organizers who save a section at once one does, and the other is told',
  async (site) => {
    const { version, values } = await readSection(site, 'event');
    const organizers = await Promise.all([1, 2].map(() => signUpAdmin(site)));
    const answers = await site.together(
      organizers.map(
        ({ call, name }) =>
          () =>
            call('PUT', '/settings/event', { version, values: { ...values, place: name } }),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 1 });
    const saved = answers.find(({ statusCode }) => statusCode === 200)!.json();
    expect((await readSection(site, 'event')).values).toEqual(saved.values);
  },
  { paused: ['events'], pauses: 4, without: withoutKeyLocks },
);

race(
  'two sections that fit the event, but not each other, are not saved together',
  async (site) => {
    const [tracks, form] = [await readSection(site, 'tracks'), await readSection(site, 'form')];
    const [grace, lin] = [await signUpAdmin(site), await signUpAdmin(site)];
    const [clozyt] = (tracks.values.tracks as { id: string }[]).filter(({ id }) => id === 'Clozyt Track');
    const kept = (tracks.values.tracks as object[]).filter((track) => track !== clozyt);
    const question = { id: 'size', type: 'text', label: 'Your size', tracks: ['Clozyt Track'] };
    const answers = await site.together([
      () =>
        grace.call('PUT', '/settings/tracks', {
          version: tracks.version,
          values: { ...tracks.values, tracks: kept },
        }),
      () =>
        lin.call('PUT', '/settings/form', {
          version: form.version,
          values: { ...form.values, questions: [question] },
        }),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 400: 1 });
    for (const state of [tracks, form]) {
      const { version } = await readSection(site, state.section);
      await grace.call('PUT', `/settings/${state.section}`, { version, values: state.values });
    }
  },
  { paused: ['events'], pauses: 4, without: withoutKeyLocks },
);

race(
  'a save and an import at once: one is the next version, and the other is told',
  async (site) => {
    const { version, values } = await readSection(site, 'event');
    const newest = await getNewestVersion(site.services.db);
    const { call } = await signUpAdmin(site);
    const folder = { folder: '/nowhere', files: new Map(), event: { ...newest.event, name: 'Moth Hack' } };
    const answers = await site.together<boolean>([
      async () =>
        (await call('PUT', '/settings/event', { version, values: { ...values, name: 'Owl Hack' } }))
          .statusCode === 200,
      () => storeEventFolder(site.services, folder, { after: newest.version }),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { event, version: now } = await getNewestVersion(site.services.db);
    expect([event.name, now]).toEqual([answers[0] ? 'Owl Hack' : 'Moth Hack', newest.version + 1]);
    const back = await readSection(site, 'event');
    await call('PUT', '/settings/event', { version: back.version, values });
  },
  { paused: ['events'], pauses: 4, without: withoutKeyLocks },
);

race(
  'a save and a restored version at once: one is the next version, and the other is told',
  async (site) => {
    const { version, values } = await readSection(site, 'event');
    const [grace, lin] = [await signUpAdmin(site), await signUpAdmin(site)];
    const named = { version, values: { ...values, name: `Moth Hack ${version}` } };
    const first = (await grace.call('PUT', '/settings/event', named)).json();
    const answers = await site.together([
      () =>
        grace.call('PUT', '/settings/event', {
          version: first.version,
          values: { ...values, name: 'Owl Hack' },
        }),
      () => lin.call('POST', '/settings/versions/1/restore', { newest: first.version }),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 1 });
    expect((await getNewestVersion(site.services.db)).version).toBe(first.version + 1);
  },
  { paused: ['events'], pauses: 4, without: withoutKeyLocks },
);
