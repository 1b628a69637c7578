import type { EventDocument } from './event.ts';

type Preset = Required<Pick<EventDocument, 'questions' | 'agreements' | 'guardian'>>;

/** The policies of Major League Hacking, which all events of its season refer to. */
const policies = 'https://github.com/MLH/mlh-policies/blob/main';

/**
 * What Major League Hacking requires in the registration of its member events, and what a kitchen needs to know.
 *
 * The league changes its sentences from season to season: compare them with
 * https://guide.mlh.io/general-information/managing-registrations/registrations, and raise the version of any text you
 * change.
 */
export const studentLeague: Preset = {
  questions: [
    { id: 'first-name', type: 'text', label: 'First name', required: true },
    { id: 'last-name', type: 'text', label: 'Last name', required: true },
    { id: 'age', type: 'number', label: 'Age', required: true, min: 13, max: 120 },
    {
      ...{ id: 'phone', type: 'text', label: 'Phone number', required: true, sensitive: true },
      help: 'With the code of your country, for an emergency at the event.',
    },
    {
      ...{ id: 'school', type: 'school', label: 'School', required: true },
      help: 'Its full name. Choose it from the list if possible.',
    },
    {
      ...{ id: 'level-of-study', type: 'choice', label: 'Level of study', required: true },
      options: [
        'Less than Secondary / High School',
        'Secondary / High School',
        'Undergraduate University (2 year - community college or similar)',
        'Undergraduate University (3+ year)',
        'Graduate University (Masters, Professional, Doctoral, etc)',
        'Code School / Bootcamp',
        'Other Vocational / Trade Program or Apprenticeship',
        'Post Doctorate',
        'Other',
        'I’m not currently a student',
        'Prefer not to answer',
      ],
    },
    { id: 'country', type: 'country', label: 'Country of residence', required: true },
    {
      ...{ id: 'allergies', type: 'several', label: 'Allergies', sensitive: true },
      help: 'The kitchen gets the number of people for each, without names.',
      options: ['Nuts', 'Milk', 'Gluten', 'Eggs', 'Fish or shellfish', 'Soy', 'Sesame', 'Another one'],
    },
    {
      ...{ id: 'allergies-more', type: 'text', label: 'Another allergy, or details', sensitive: true },
    },
    {
      ...{ id: 'access', type: 'several', label: 'What do you need to take part?', sensitive: true },
      help: 'Only organizers see this.',
      options: [
        'A way without steps',
        'A place for a wheelchair',
        'Sign language',
        'Captions',
        'A quiet room',
        'Something else',
      ],
    },
    { id: 'access-more', type: 'long text', label: 'More about what you need', sensitive: true },
  ],
  agreements: [
    {
      ...{ id: 'mlh-conduct', version: '1', title: 'MLH Code of Conduct', required: true },
      text: 'I have read the Code of Conduct of Major League Hacking (MLH) and follow it.',
      links: [{ label: 'MLH Code of Conduct', url: `${policies}/code-of-conduct.md` }],
    },
    {
      ...{ id: 'mlh-sharing', version: '1', title: 'Sharing data with MLH', required: true },
      text: 'The organizers may give what I wrote in this application to Major League Hacking, for running the event, for rankings, and for the administration of MLH, as its Privacy Policy says. I also agree to the Contest Terms and Conditions and to the Privacy Policy of MLH.',
      links: [
        { label: 'MLH Privacy Policy', url: `${policies}/privacy-policy.md` },
        { label: 'MLH Contest Terms and Conditions', url: `${policies}/contest-terms.md` },
      ],
    },
    {
      ...{ id: 'mlh-emails', version: '1', title: 'Emails from MLH' },
      text: 'MLH may send me an email now and then, about events, jobs and its community.',
    },
  ],
  guardian: { question: 'age', under: 18 },
};
