import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { checkInAtEntrance } from '../../testing/after-event.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { limitPlaces } from '../../testing/places.ts';
import { unzip } from '../../testing/zip.ts';
import { offerPlaces } from '../places/offer-places.service.ts';

let site: TestApp;
let grace: TestActor;
let ada: TestActor;
let id: string;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  ada = await signUp(site, { name: 'Ada Lovelace' });
  id = await createApplicant(site, ada, { status: 'pending' });
});
afterEach(() => site.close());

const must = async (answer: ReturnType<TestActor['call']>) => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? undefined : JSON.parse(body);
};
const decide = (status: string, more = {}) =>
  must(grace.call('PUT', `/applications/${id}`, { status, ...more }));
const rename = (name: string) => must(ada.call('PUT', '/users/me', { name }));

/** The former name, as stations show it. */
async function readFormerName(): Promise<string | undefined> {
  const applications = await must(
    grace.call('GET', `/applications/search?term=${ada.email}&status=approved`),
  );
  expect(applications).toHaveLength(1);
  return applications[0].formerName?.name;
}

test('is kept by a withdrawal, a change of the name and a restoration', async () => {
  await decide('approved');
  await must(ada.call('POST', '/applications/withdraw'));
  await rename('Zebra Riders');
  await must(ada.call('POST', '/applications/restore'));
  expect(await readFormerName()).toBe('Ada Lovelace');
  await checkInAtEntrance(site, ada);
  site.services.event = { ...site.services.event, certificates: { signedBy: 'Grace Hopper', fonts: [] } };
  const pdf = await ada.call('GET', '/certificates/mine');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
    mergePages: true,
  });
  expect(text).toContain('Ada Lovelace');
  expect(text).not.toContain('Zebra');
  await rename('Ada Lovelace');
  expect(await readFormerName()).toBeUndefined();
});

test('is the name of the decision, also when it is held and the name changes before its release', async () => {
  site.services.event = { ...site.services.event, holdDecisions: true };
  await decide('approved');
  await rename('Zebra Riders');
  const exported = await ada.call('GET', '/users/me/export');
  const about = JSON.parse(unzip(exported.rawPayload).get('about-me.json')!.toString());
  expect(about.application).toMatchObject({ status: 'pending', approved_name: null, renamed_at: null });
  await must(grace.call('POST', '/applications/release'));
  expect(await readFormerName()).toBe('Ada Lovelace');
});

test('is the name of the decision, also when a place is offered from the waitlist later', async () => {
  const other = await signUp(site);
  await createApplicant(site, other);
  limitPlaces(site, { capacity: 1 });
  await decide('approved');
  await rename('Zebra Riders');
  await must(other.call('DELETE', '/users/me'));
  await offerPlaces(site.services);
  expect(await readFormerName()).toBe('Ada Lovelace');
});

test('is kept by an undone rejection during which the name changed, and replaced by a new approval', async () => {
  await decide('approved');
  await decide('rejected', { undoable: true });
  await rename('Zebra Riders');
  await must(grace.call('POST', `/applications/${id}/undo`, { status: 'rejected' }));
  expect(await readFormerName()).toBe('Ada Lovelace');
  await decide('rejected');
  await decide('approved');
  expect(await readFormerName()).toBeUndefined();
});
