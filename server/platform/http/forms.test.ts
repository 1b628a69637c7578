import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { calls } from '../../testing/calls.ts';
import { signInJudge, signInReviewer } from '../../testing/judges.ts';

const webForm = 'application/x-www-form-urlencoded';
const upload = 'multipart/form-data; boundary=x';
const bodies = {
  [webForm]: 'name=Eve&status=approved',
  [upload]: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nEve\r\n--x--\r\n',
};
const writing = Object.entries(calls).filter(([, { method }]) => method !== 'GET');
/**
 * The calls that receive each kind: pages that work without scripts, the contract's forms, and requests of mail programs.
 */
const receivers = {
  [webForm]: ['answerGuardian', 'openPass', 'reportProject', 'unsubscribe'],
  [upload]: writing.filter(([, { form, anyOrigin }]) => form || anyOrigin).map(([name]) => name),
};
const types = [webForm, upload] as const;

let site: TestApp;
let cast: Record<Endpoint['access'], TestActor>;
beforeAll(async () => {
  site = await createTestApp();
  const [hacker, admin] = await Promise.all([signUp(site), signUpAdmin(site)]);
  const [judge, reviewer] = await Promise.all([signInJudge(site), signInReviewer(site)]);
  const leads = {
    staff: admin,
    'application-reviewer': admin,
    'check-in-lead': admin,
    'judging-lead': admin,
  };
  const users = {
    open: hacker,
    all: hacker,
    user: hacker,
    hacker,
    'check-in': admin,
    mentor: admin,
    admin,
    owner: admin,
  };
  cast = { ...users, ...leads, judge, reviewer };
});
afterAll(() => site.close());

const send = ({ method, path }: Endpoint, as: TestActor, type: (typeof types)[number]) =>
  as.call(method, path.replace(/:\w+/g, crypto.randomUUID()), bodies[type], {
    headers: { 'content-type': type },
  });

test.each(types)(
  '%s is refused by every call that does not declare it, with and without a cookie',
  async (type) => {
    const accepting: string[] = [];
    for (const [name, endpoint] of writing) {
      const { access } = endpoint;
      const unknown = await send(endpoint, anonymous(site), type);
      const known = await send(endpoint, cast[access], type);
      if (known.statusCode !== 415) accepting.push(name);
      else expect([name, known.json().code]).toEqual([name, 'wrong_content_type']);
      const needsCookie = access !== 'open' && access !== 'all';
      expect([name, unknown.statusCode]).toEqual([name, needsCookie ? 401 : known.statusCode]);
    }
    expect(accepting.sort()).toEqual([...receivers[type]].sort());
  },
);

test('the parsers of forms are in the scopes of their routes, not in the whole program', () => {
  expect([webForm, 'multipart/form-data'].filter((type) => site.app.hasContentTypeParser(type))).toEqual([]);
});
