import type { TestActor } from './actors.ts';
import { createGeneratedPdf, createPdf } from './pdf.ts';

type Value = string | string[] | undefined;
type Files = Record<string, Buffer | Buffer[] | undefined>;

/** A form's text fields and files as `inject` sends them; undefined leaves a part out, an array sends it repeatedly. */
export async function multipart(fields: Record<string, Value>, files: Files = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value ?? []].flat()) form.append(name, each);
  for (const [name, content] of Object.entries(files))
    for (const each of [content ?? []].flat())
      form.append(name, new Blob([new Uint8Array(each)], { type: 'application/pdf' }), `${name}.pdf`);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}

/** The fields of an application that nothing is wrong with. */
const soundFields = {
  major: 'Fashion',
  dietaryRestrictions: 'vegan',
  tShirtSize: 'M',
  whyJoin: 'To learn.',
  track: 'Hacker Track',
  teamPreference: 'solo',
};

/** Applies as somebody, with a sound form but for what is given. */
export async function submitForm(
  actor: TestActor,
  fields: Record<string, Value> = {},
  files: Files = { resume: createGeneratedPdf('pdf-min') },
) {
  const { payload, headers } = await multipart({ ...soundFields, ...fields }, files);
  return actor.call('POST', '/applications', payload, { headers });
}

/** Adds a picture to somebody's project. */
export async function sendPicture(actor: TestActor, picture: Buffer | undefined, alternativeText = '') {
  const { payload, headers } = await multipart({ alternativeText }, { picture });
  return actor.call('POST', '/projects/mine/pictures', payload, { headers });
}

/** Uploads a file of the event as somebody. */
export async function sendEventFile(actor: TestActor, file: Buffer | undefined) {
  const { payload, headers } = await multipart({}, { file });
  return actor.call('POST', '/settings/files', payload, { headers });
}

/** Uploads an export of projects as somebody. */
export async function sendImport(actor: TestActor, csv: string, preview?: 'true') {
  const { payload, headers } = await multipart({ preview }, { file: Buffer.from(csv) });
  return actor.call('POST', '/projects/import', payload, { headers });
}

/** Uploads registrations as somebody. */
export async function sendRegistrations(actor: TestActor, csv: string, fields: Record<string, string> = {}) {
  const { payload, headers } = await multipart(fields, { file: Buffer.from(csv) });
  return actor.call('POST', '/applications/import', payload, { headers });
}

/** Uploads a file for an answer as somebody; undefined sends the form without it. */
export async function sendAnswerFile(
  actor: TestActor,
  file: Buffer | undefined = createPdf({ text: ['Transcript'] }),
) {
  const { payload, headers } = await multipart({}, { file });
  return actor.call('POST', '/applications/answer-files', payload, { headers });
}

/** Replaces somebody's resume; undefined sends the form without it. */
export async function sendResume(
  actor: TestActor,
  resume: Buffer | undefined = createPdf({ text: ['Resume'] }),
) {
  const { payload, headers } = await multipart({}, { resume });
  return actor.call('PUT', '/applications/resume', payload, { headers });
}

/** Sends a pitch deck as somebody; undefined sends the form without it. */
export async function sendDeck(actor: TestActor, deck: Buffer | undefined = createPdf({ text: ['Deck'] })) {
  const { payload, headers } = await multipart({}, { pitchDeck: deck });
  return actor.call('PUT', '/applications/pitch-deck', payload, { headers });
}
