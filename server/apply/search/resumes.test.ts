import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedFilesFolder } from '../../platform/files/store.ts';
import { signUp } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { readWaitingResumes } from './resumes.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('a missing file does not delay the resumes after it', async () => {
  const { db, config } = site.services;
  for (let count = 0; count < 3; count += 1) await submitForm(await signUp(site));
  const keys = await db
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'applications.resume_file_id')
    .orderBy('applications.created_at')
    .select(['applications.id', 'storage_key as key'])
    .execute();
  const byId = keys.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const first = byId[0]!;
  await db
    .updateTable('applications')
    .set({ created_at: new Date(0) })
    .where('id', '=', first.id)
    .execute();
  await rm(path.join(storedFilesFolder(config.dataDir), first.key));
  await readWaitingResumes(site.services).catch(() => undefined);
  const profiles = await db
    .selectFrom('profiles')
    .select(['application_id as id', 'resume'])
    .orderBy('application_id')
    .execute();
  expect(profiles.map(({ resume }) => resume)).toEqual(['waiting', 'read', 'read']);
});
