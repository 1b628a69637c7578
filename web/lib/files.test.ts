// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createPicture } from '../../contract/projects/project-pictures.ts';
import { upload } from './files.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Uploads a picture to a server that answers so. */
function send(status: number, responseText: string, signal?: AbortSignal) {
  const sent = vi.fn();
  class Request {
    upload = {};
    status = status;
    responseText = responseText;
    onload?: () => void;
    open() {}
    setRequestHeader() {}
    send() {
      sent();
      setTimeout(() => this.onload?.());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const picture = new File(['x'], 'x.png');
  return {
    sent,
    answer: upload(createPicture, { fields: { alternativeText: '' }, files: { picture }, signal }),
  };
}

test('an upload ends with the answer, the refusal, or the page of a network that wants a sign-in first', async () => {
  expect(await send(201, '{"version":1}').answer).toEqual({ version: 1 });
  const refused = send(415, '{"code":"picture_unreadable","message":"No."}');
  await expect(refused.answer).rejects.toMatchObject({ status: 415, code: 'picture_unreadable' });
  const portal = send(200, '<!doctype html><title>Welcome to our Wi-Fi</title>');
  await expect(portal.answer).rejects.toMatchObject({ status: 0, code: 'offline' });
});

test('an upload that was aborted before it began sends nothing', async () => {
  const { sent, answer } = send(201, '{}', AbortSignal.abort(new Error('left')));
  await expect(answer).rejects.toThrow('left');
  expect(sent).not.toHaveBeenCalled();
});
