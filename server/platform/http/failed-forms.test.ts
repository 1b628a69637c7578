import { expect, test, vi } from 'vitest';
import { signUp } from '../../testing/actors.ts';
import { createTestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { sendPicture, sendResume } from '../../testing/forms.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { setDeadline } from '../../testing/projects.ts';

test('a form whose files cannot be stored is answered as it declares, and can be sent again', async () => {
  const site = await createTestApp();
  const [ada, bea] = [await signUp(site), await signUp(site)];
  await createApplicant(site, ada);
  await createApplicant(site, bea, { status: 'pending' });
  await setDeadline(site, 3_600_000);
  const keep = vi.spyOn(site.services.files, 'keep').mockRejectedValue(new Error('no space'));
  const picture = await createTestPicture();
  const failed = [await sendPicture(ada, picture), await sendResume(bea)];
  expect(
    failed.map((answer) => [answer.json().code, answer.statusCode, answer.headers['retry-after']]),
  ).toEqual([
    ['picture_failed', 503, '2'],
    ['resume_failed', 503, '2'],
  ]);
  keep.mockRestore();
  const again = [await sendPicture(ada, picture), await sendResume(bea)];
  expect(again.every(({ statusCode }) => statusCode < 300)).toBe(true);
  await site.close();
});
