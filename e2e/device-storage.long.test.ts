import { expect, test } from 'vitest';
import { createPdfFile, fillText, openForm } from './applicants.ts';
import { useSite } from './site.ts';

const site = useSite();

// WebKit does this to a database that was being opened when its page was left.
test('a storage that never answers keeps nobody from applying or logging out', async () => {
  const ada = await site.person();
  const page = await site.open('/', { as: ada });
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    CacheStorage.prototype.open = () => new Promise(() => undefined);
    CacheStorage.prototype.delete = () => new Promise(() => undefined);
  });
  await page.goto('/apply');
  await fillText(page);
  await page.getByRole('alert').filter({ hasText: 'this device cannot keep it' }).waitFor();
  await page.getByRole('link', { name: 'logout' }).first().click();
  await page.waitForURL(`${site.url}/`);
  expect(await (await ada.call('GET', '/auth/user')).json()).toMatchObject({ user: null });
});

// Private windows of WebKit.
test('a storage that takes no files keeps the resume of a draft', async () => {
  const page = await openForm(site, await site.person());
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: unknown, key) {
      if (value instanceof Blob) throw new DOMException('Files are not stored.', 'DataCloneError');
      return put.call(this, value, key);
    };
  });
  await page.reload();
  await fillText(page);
  await page.getByLabel('Resume').setInputFiles(createPdfFile(60_000, 'of-ada.pdf'));
  await page.getByText(/^Draft saved/).waitFor();
  await page.reload();
  await page.getByText('of-ada.pdf').waitFor();
});
