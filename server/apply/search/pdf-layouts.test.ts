import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchResult } from '../../../contract/apply/search.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { submitForm } from '../../testing/forms.ts';
import { type PdfPerson, pdfLayouts } from '../../testing/pdf-layouts.ts';
import { readResume } from './resumes.service.ts';

let site: TestApp;
let admin: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  admin = await signUpAdmin(site);
});
afterAll(() => site.close());

const names = Object.keys(pdfLayouts);
const pool =
  'Python,KiCad,Kubernetes,Figma,SolidWorks,React Native,C++,Blender,Public Speaking,Node.js,PostgreSQL,MATLAB,Soldering,Premiere Pro,R,TensorFlow,Go,Excel,Verilog,Photoshop,Terraform,Welding,Objective-C,Workflow Design,Financial Modeling'.split(
    ',',
  );
const phones = [
  '(480) 555-0134',
  '+1 602-555-0177',
  '623.555.0162',
  '+44 20 7946 0914',
  '480 555 0199',
  '+91 98765 43210',
];

/** Somebody whose words are theirs alone. */
function ownerOf(index: number): PdfPerson {
  const nick = `pat${String.fromCharCode(97 + index)}`;
  return {
    name: `Pat ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}rrow`,
    email: `${nick}.farrow@mail.example.edu`,
    phone: phones[index % phones.length]!,
    links: [
      `https://github.com/${nick}`,
      `https://www.linkedin.com/in/${nick}-farrow`,
      `https://devpost.com/${nick}`,
    ],
    skills: Array.from({ length: 10 }, (_, at) => pool[(index * 3 + at * 2) % pool.length]!).filter(
      (skill, at, all) => all.indexOf(skill) === at,
    ),
  };
}

const digits = (text: string | null) => text?.replace(/\D/g, '');
const plain = (url: string) => url.replace(/^https?:\/\/(?:www\.)?|\/$/g, '').toLowerCase();

test('there are twenty layouts', () => expect(names.length).toBe(20));

test.each(names.map((name, index) => [name, index] as const))(
  'contacts and skills are found in: %s',
  async (name, index) => {
    const owner = ownerOf(index);
    const somebody = await signUp(site);
    const sent = await submitForm(
      somebody,
      { whyJoin: `Zither${index} nights.` },
      { resume: pdfLayouts[name]!(owner) },
    );
    expect(sent.statusCode).toBe(201);
    await readResume(site.services, { userId: somebody.id });
    const answer = await admin.call('POST', '/search/vector-only', { query: `zither${index}`, filters: {} });
    const [found] = (answer.json() as { results: SearchResult[] }).results;
    expect(found).toMatchObject({ user_id: somebody.id, resumeText: 'read' });
    expect(found!.text.toLowerCase()).toContain(owner.email);
    expect(digits(found!.contact_number)).toBe(digits(owner.phone));
    expect(found!.socials.map(plain)).toEqual(expect.arrayContaining(owner.links.map(plain)));
    const tags = new Set(found!.tags.map((tag) => tag.toLowerCase()));
    const missing = owner.skills.filter((skill) => !tags.has(skill.toLowerCase()));
    expect(missing.length / owner.skills.length, `missing ${missing} in ${found!.tags}`).toBeLessThanOrEqual(
      0.1,
    );
  },
);
