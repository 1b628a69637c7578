import { afterEach, expect, it, vi } from 'vitest';
import { getEvent } from '../../contract/event/site.ts';
import { call } from './call.ts';

afterEach(() => void vi.unstubAllGlobals());
const answer = (response: () => Response) => vi.stubGlobal('fetch', async () => response());

it('counts the page of a captive portal as no answer', async () => {
  answer(() => new Response('<!doctype html><title>Welcome to our Wi-Fi</title>'));
  await expect(call(getEvent)).rejects.toMatchObject({ status: 0, code: 'offline' });
});

it('counts an answer that breaks off as none', async () => {
  const broken = () => new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
  answer(() => new Response(broken()));
  await expect(call(getEvent)).rejects.toMatchObject({ status: 0, code: 'offline' });
});
