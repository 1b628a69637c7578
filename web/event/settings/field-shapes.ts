import { type EmailKind, emailPlaceholders } from '../../../contract/event/event-emails.ts';
import type { SettingsSection } from '../../../contract/event/settings.ts';

interface Named {
  /** The name of the field in the event. */
  name: string;
  label: string;
  hint?: string;
}

/** How a field of the event is typed in. What is left empty is left out of the event. */
export type FieldShape = Named &
  (
    | { kind: 'text' | 'long' | 'lines' | 'number' | 'date' | 'moment' }
    /** A picture that is uploaded, or a file of `event/` by its name. */
    | { kind: 'picture' }
    | { kind: 'switch' }
    | { kind: 'select'; options: Record<string, string> }
    | { kind: 'several'; options: Record<string, string> }
    /** A group of fields; with `initial` it can be left out. */
    | { kind: 'group'; fields: FieldShape[]; initial?: object; previewOf?: EmailKind }
    | { kind: 'list'; fields: FieldShape[]; one: string; titleOf: string; initial: object }
    /** A value of one of several kinds. */
    | { kind: 'choice'; choices: Choice[] }
  );

export interface Choice {
  label: string;
  matches: (value: unknown) => boolean;
  initial: unknown;
  field?: FieldShape;
}

interface SectionShape {
  title: string;
  about: string;
  fields: FieldShape[];
}

const label: FieldShape = { kind: 'text', name: 'label', label: 'Label' };
const url: FieldShape = { kind: 'text', name: 'url', label: 'Link' };
const none = (text: string): Choice => ({
  label: text,
  matches: (value) => value === undefined,
  initial: undefined,
});
const isText = (value: unknown) => typeof value === 'string';

const emailOf = (name: EmailKind, title: string, subject: string, body: string): FieldShape => ({
  ...{ kind: 'group', name, label: title, previewOf: name },
  initial: { subject, text: `Hello {name},\n\n${body}` },
  fields: [
    { kind: 'text', name: 'subject', label: 'Subject' },
    {
      ...{ kind: 'long', name: 'text', label: 'Text' },
      hint: `${emailPlaceholders.join(', ')} stand for what they say. An empty line begins a paragraph.`,
    },
  ],
});

const rubricOf = (name: string, title: string): FieldShape => ({
  ...{ kind: 'list', name, label: title, one: 'criterion', titleOf: 'label' },
  hint: 'The weights are percent and add up to 100.',
  initial: { key: '', label: '', weight: 10, description: '' },
  fields: [
    { ...label, hint: 'As judges read it.' },
    { kind: 'number', name: 'weight', label: 'Weight in percent' },
    { kind: 'long', name: 'description', label: 'What judges ask themselves' },
    {
      kind: 'text',
      name: 'key',
      label: 'Key',
      hint: 'A short word for exports. It stays once there are scores.',
    },
  ],
});

/** The sections that are forms, in the order of the page. */
export const sectionShapes: Record<Exclude<SettingsSection, 'schedule'>, SectionShape> = {
  event: {
    title: 'Event',
    about: 'Name, dates, place and links: on every page, in emails, on passes.',
    fields: [
      { kind: 'text', name: 'name', label: 'Name' },
      { kind: 'text', name: 'shortName', label: 'Short name', hint: 'In the header and on home screens.' },
      { kind: 'text', name: 'tagline', label: 'Tagline' },
      {
        ...{ kind: 'group', name: 'dates', label: 'Dates' },
        fields: [
          { kind: 'date', name: 'start', label: 'First day' },
          { kind: 'date', name: 'end', label: 'Last day' },
          { kind: 'text', name: 'label', label: 'In words', hint: 'Empty: written from the two days.' },
        ],
      },
      { kind: 'text', name: 'place', label: 'Place' },
      { kind: 'text', name: 'address', label: 'Address', hint: 'Adds a link to a map.' },
      { kind: 'text', name: 'timezone', label: 'Time zone', hint: 'Such as America/Phoenix.' },
      {
        kind: 'text',
        name: 'locale',
        label: 'Locale',
        hint: 'How dates and times are written, such as en-US.',
      },
      {
        ...{ kind: 'group', name: 'links', label: 'Links' },
        fields: [
          { kind: 'text', name: 'contact', label: 'Contact', hint: 'A mailto: address or a page.' },
          { kind: 'text', name: 'results', label: 'Results on another page', hint: 'Empty: on this site.' },
          {
            ...{ kind: 'list', name: 'social', label: 'Social media', one: 'link', titleOf: 'label' },
            initial: { label: '', url: 'https://' },
            fields: [label, url],
          },
          {
            ...{ kind: 'list', name: 'community', label: 'Community', one: 'link', titleOf: 'label' },
            initial: { label: '', url: 'https://', description: '' },
            fields: [label, url, { kind: 'text', name: 'description', label: 'What it is for' }],
          },
        ],
      },
    ],
  },
  public: {
    title: 'Public page',
    about: 'What visitors read on the landing page: first lines, questions, sponsors.',
    fields: [
      { kind: 'text', name: 'badge', label: 'Line above the title' },
      {
        ...{ kind: 'group', name: 'hero', label: 'First screen' },
        fields: [
          { kind: 'text', name: 'title', label: 'Title' },
          { kind: 'long', name: 'lede', label: 'First sentences' },
          {
            ...{ kind: 'list', name: 'photos', label: 'Pictures', one: 'picture', titleOf: 'alt' },
            hint: 'Shown one after the other. Without any, there are five prints.',
            initial: { src: '', alt: '' },
            fields: [
              {
                ...{ kind: 'picture', name: 'src', label: 'Picture' },
                hint: 'JPEG, PNG or WebP, at best 1,600 pixels wide.',
              },
              {
                ...{ kind: 'text', name: 'alt', label: 'What it shows' },
                hint: 'For people who do not see it.',
              },
            ],
          },
        ],
      },
      {
        ...{
          kind: 'list',
          name: 'faq',
          label: 'Questions and answers',
          one: 'question',
          titleOf: 'question',
        },
        initial: { question: '', answer: '' },
        fields: [
          { kind: 'text', name: 'question', label: 'Question' },
          { kind: 'long', name: 'answer', label: 'Answer' },
        ],
      },
      {
        ...{ kind: 'group', name: 'sponsors', label: 'Sponsors' },
        fields: [
          { kind: 'text', name: 'note', label: 'Line below the sponsors' },
          { kind: 'switch', name: 'showPlaceholders', label: 'Show the section while it is empty' },
          {
            ...{ kind: 'list', name: 'list', label: 'Sponsors', one: 'sponsor', titleOf: 'name' },
            initial: { name: '', url: 'https://', tier: 2 },
            fields: [
              { kind: 'text', name: 'name', label: 'Name' },
              url,
              {
                ...{ kind: 'picture', name: 'logo', label: 'Logo' },
                hint: 'JPEG, PNG or WebP; what is transparent becomes white. Without one, the name stands there.',
              },
              {
                ...{ kind: 'select', name: 'tier', label: 'Size' },
                options: { 1: 'Large', 2: 'Medium', 3: 'Small' },
              },
            ],
          },
        ],
      },
      { kind: 'long', name: 'organizers', label: 'Who organizes', hint: 'Empty: not on the page.' },
    ],
  },
  tracks: {
    title: 'Tracks and prizes',
    about: 'What people enter, and what there is to win.',
    fields: [
      {
        ...{ kind: 'list', name: 'tracks', label: 'Tracks', one: 'track', titleOf: 'title' },
        initial: {
          id: '',
          slug: '',
          title: '',
          summary: '',
          prize: '',
          requiresPitchDeck: false,
          rubric: 'hacker',
        },
        fields: [
          { kind: 'text', name: 'title', label: 'Title' },
          {
            kind: 'text',
            name: 'id',
            label: 'Id',
            hint: 'Its name in exports. It stays once somebody applied.',
          },
          { kind: 'text', name: 'slug', label: 'Short id', hint: 'Lowercase letters, digits and hyphens.' },
          { kind: 'long', name: 'summary', label: 'Summary' },
          { kind: 'text', name: 'prize', label: 'Prize' },
          { kind: 'number', name: 'maxTeamSize', label: 'Largest team', hint: 'Empty: 4.' },
          { kind: 'switch', name: 'requiresPitchDeck', label: 'Applicants upload a pitch deck' },
          {
            ...{ kind: 'select', name: 'rubric', label: 'Rubric of its judges' },
            options: { hacker: 'Hacker', startup: 'Startup' },
          },
        ],
      },
      {
        ...{ kind: 'list', name: 'specialCategories', label: 'Special categories', one: 'category' },
        ...{ titleOf: 'label', hint: 'Scored by the judges of the hacker rubric.' },
        initial: { key: '', label: '' },
        fields: [
          label,
          { kind: 'text', name: 'filterLabel', label: 'Short label' },
          { kind: 'text', name: 'key', label: 'Key', hint: 'A short word for exports.' },
        ],
      },
      {
        ...{ kind: 'group', name: 'projects', label: 'Projects' },
        fields: [
          { kind: 'moment', name: 'deadline', label: 'Deadline of submission' },
          {
            ...{ kind: 'choice', name: 'galleryOpensAt', label: 'Gallery' },
            choices: [
              none('Opened by hand'),
              {
                ...{ label: 'Opens by itself', matches: isText, initial: new Date().toISOString() },
                field: { kind: 'moment', name: '', label: 'Opens at' },
              },
            ],
          },
          {
            ...{ kind: 'list', name: 'prizes', label: 'More prizes', one: 'prize', titleOf: 'label' },
            hint: 'Teams choose them when they submit.',
            initial: { key: '', label: '' },
            fields: [
              label,
              { kind: 'text', name: 'description', label: 'Description' },
              { kind: 'text', name: 'key', label: 'Key', hint: 'Lowercase letters, digits and hyphens.' },
              {
                kind: 'text',
                name: 'judgedBy',
                label: 'Judged by',
                hint: 'Only if it has judges of its own, such as the sponsor.',
              },
              { kind: 'text', name: 'rubric', label: 'Rubric of those judges', hint: 'hacker or startup.' },
            ],
          },
          {
            ...{ kind: 'list', name: 'areas', label: 'Areas of tables', one: 'area', titleOf: 'name' },
            initial: { name: '', from: 1, to: 20, power: true },
            fields: [
              { kind: 'text', name: 'name', label: 'Name' },
              { kind: 'number', name: 'from', label: 'First table' },
              { kind: 'number', name: 'to', label: 'Last table' },
              { kind: 'switch', name: 'power', label: 'With power' },
            ],
          },
        ],
      },
    ],
  },
  form: {
    title: 'Application form',
    about: 'What applicants are asked beyond name, track and resume.',
    fields: [
      {
        ...{ kind: 'list', name: 'questions', label: 'Questions', one: 'question', titleOf: 'label' },
        initial: { id: '', type: 'text', label: '', required: false, visibleTo: [], sensitive: false },
        fields: [
          { kind: 'text', name: 'label', label: 'Question' },
          { kind: 'text', name: 'id', label: 'Id', hint: 'Such as phone-number, for exports.' },
          {
            ...{ kind: 'select', name: 'type', label: 'Answer' },
            options: {
              ...{
                text: 'One line',
                'long text': 'Several lines',
                choice: 'One of several',
                several: 'Some of several',
              },
              ...{
                number: 'Number',
                date: 'Date',
                consent: 'A box to tick',
                country: 'Country',
                school: 'School',
              },
            },
          },
          {
            kind: 'lines',
            name: 'options',
            label: 'Choices',
            hint: 'One per line, for answers that are chosen.',
          },
          { kind: 'text', name: 'help', label: 'Help' },
          { kind: 'switch', name: 'required', label: 'Required' },
          {
            kind: 'switch',
            name: 'sensitive',
            label: 'Sensitive: only organizers see it, and it is not searched',
          },
          {
            ...{ kind: 'several', name: 'visibleTo', label: 'Seen also by' },
            options: { reviewers: 'Organizers during blind review', volunteers: 'Volunteers at check-in' },
          },
          {
            kind: 'lines',
            name: 'tracks',
            label: 'Only for the tracks',
            hint: 'Their ids, one per line. Empty: everybody.',
          },
        ],
      },
      {
        ...{ kind: 'list', name: 'agreements', label: 'Agreements', one: 'agreement', titleOf: 'title' },
        initial: { id: '', version: '1', title: '', text: '', links: [], required: true },
        fields: [
          { kind: 'text', name: 'title', label: 'Title' },
          { kind: 'long', name: 'text', label: 'What people agree to' },
          { kind: 'text', name: 'version', label: 'Version', hint: 'Another text needs another version.' },
          { kind: 'switch', name: 'required', label: 'Nobody can apply without it' },
          { kind: 'text', name: 'id', label: 'Id' },
          {
            ...{ kind: 'list', name: 'links', label: 'Documents', one: 'document', titleOf: 'label' },
            initial: { label: '', url: 'https://' },
            fields: [label, url],
          },
        ],
      },
      {
        ...{ kind: 'group', name: 'guardian', label: 'Guardians of people who are too young' },
        initial: { question: '', under: 18 },
        fields: [
          {
            kind: 'text',
            name: 'question',
            label: 'Question for the age',
            hint: 'The id of a required question for a number or a date.',
          },
          { kind: 'number', name: 'under', label: 'Younger than' },
        ],
      },
    ],
  },
  places: {
    title: 'Places and deadlines',
    about: 'How many can come, and until when people apply and answer.',
    fields: [
      {
        ...{ kind: 'group', name: 'registration', label: 'Applications' },
        fields: [
          { kind: 'moment', name: 'closesAt', label: 'Deadline' },
          { kind: 'switch', name: 'enforce', label: 'Refuse applications after it' },
          {
            kind: 'date',
            name: 'decisionsBy',
            label: 'Decisions by',
            hint: 'A promise to applicants. Empty: none.',
          },
        ],
      },
      { kind: 'number', name: 'capacity', label: 'Places', hint: 'Empty: not limited.' },
      {
        ...{ kind: 'choice', name: 'answerBy', label: 'An offer of a place' },
        choices: [
          none('Does not end'),
          {
            label: 'Ends after some hours',
            matches: (value) => typeof value === 'object',
            initial: { hours: 72 },
            field: {
              ...{ kind: 'group', name: '', label: '' },
              fields: [{ kind: 'number', name: 'hours', label: 'Hours' }],
            },
          },
          {
            ...{ label: 'Ends at a moment', matches: isText, initial: new Date().toISOString() },
            field: { kind: 'moment', name: '', label: 'Ends at' },
          },
        ],
      },
      { kind: 'switch', name: 'waitlist', label: 'Approve onto a waitlist when every place is taken' },
      {
        kind: 'number',
        name: 'showUpRate',
        label: 'Part of the confirmed that comes',
        hint: 'From 0 to 1, such as 0.6.',
      },
    ],
  },
  switches: {
    title: 'Switches',
    about: 'What this event has and what it does without.',
    fields: [
      {
        kind: 'switch',
        name: 'teamDirectory',
        label: 'People browse open teams',
        hint: 'And show leaders a card to be invited.',
      },
      { kind: 'switch', name: 'holdDecisions', label: 'Hold decisions until they are released together' },
      { kind: 'switch', name: 'walkIns', label: 'People register at the entrance' },
      {
        ...{ kind: 'group', name: 'help', label: 'Participants ask mentors for help' },
        initial: { topics: ['Software', 'Hardware', 'Design', 'Pitch'] },
        fields: [{ kind: 'lines', name: 'topics', label: 'Topics', hint: 'One per line.' }],
      },
      {
        ...{ kind: 'group', name: 'lending', label: 'Things are lent' },
        initial: { things: ['1 Headset'], hours: 4 },
        fields: [
          {
            ...{ kind: 'lines', name: 'things', label: 'Things' },
            hint: 'One per line, each with its number first: 12 VR headset.',
          },
          { kind: 'number', name: 'hours', label: 'Hours' },
        ],
      },
      { kind: 'switch', name: 'pushNotifications', label: 'Announcements as notifications' },
      {
        ...{ kind: 'group', name: 'certificates', label: 'Certificates for those who were there' },
        initial: { fonts: [] },
        fields: [{ kind: 'text', name: 'signedBy', label: 'Signed by' }],
      },
      {
        ...{ kind: 'group', name: 'feedback', label: 'Feedback after the event' },
        initial: {},
        fields: [
          {
            ...{ kind: 'list', name: 'questions', label: 'Questions', one: 'question', titleOf: 'label' },
            initial: { key: '', label: '', type: 'rating' },
            fields: [
              { kind: 'text', name: 'label', label: 'Question' },
              {
                ...{ kind: 'select', name: 'type', label: 'Answer' },
                options: { rating: '1 to 5', text: 'Words' },
              },
              { kind: 'text', name: 'key', label: 'Key', hint: 'Lowercase letters, digits and hyphens.' },
            ],
          },
        ],
      },
      {
        ...{ kind: 'group', name: 'resumeBook', label: 'Resume book for sponsors' },
        initial: { agreement: '' },
        fields: [
          {
            kind: 'text',
            name: 'agreement',
            label: 'Agreement',
            hint: 'The id of an agreement that is not required.',
          },
        ],
      },
      {
        ...{ kind: 'group', name: 'retention', label: 'How long personal data is stored' },
        fields: [
          { kind: 'number', name: 'documentDays', label: 'Resumes and decks: days after the event' },
          {
            kind: 'number',
            name: 'applicationDays',
            label: 'Applications and accounts: days after the event',
          },
          { kind: 'number', name: 'emailDays', label: 'Emails: days after they were sent' },
        ],
      },
    ],
  },
  search: {
    title: 'Search',
    about: 'Words of this event that the search for applicants should know.',
    fields: [
      {
        ...{ kind: 'list', name: 'searchTerms', label: 'Terms', one: 'term', titleOf: 'term' },
        hint: 'A name that the search cannot know, such as a product of a sponsor, or a topic that it knows, such as Hardware.',
        initial: { term: '', examples: [] },
        fields: [
          { kind: 'text', name: 'term', label: 'Term' },
          {
            ...{ kind: 'lines', name: 'examples', label: 'What people write' },
            hint: 'One per line, such as “our makerspace”. Whoever writes it is found by the term.',
          },
        ],
      },
    ],
  },
  judging: {
    title: 'Judging',
    about: 'What judges score.',
    fields: [
      {
        ...{ kind: 'group', name: 'rubric', label: 'Rubrics' },
        fields: [rubricOf('hacker', 'Hacker rubric'), rubricOf('startup', 'Startup rubric')],
      },
      {
        ...{ kind: 'choice', name: 'judgeComments', label: 'Comments of judges' },
        choices: [
          none('None'),
          {
            label: 'For organizers',
            matches: (value) => !(value as { teamsFrom?: string } | undefined)?.teamsFrom,
            initial: {},
          },
          {
            label: 'For teams too, while the results are published',
            matches: (value) => (value as { teamsFrom?: string } | undefined)?.teamsFrom === 'results',
            initial: { teamsFrom: 'results' },
          },
          {
            label: 'For teams too, from a moment on',
            matches: () => true,
            initial: { teamsFrom: new Date().toISOString() },
            field: {
              ...{ kind: 'group', name: '', label: '' },
              fields: [{ kind: 'moment', name: 'teamsFrom', label: 'From' }],
            },
          },
        ],
      },
    ],
  },
  'check-in': {
    title: 'Check-in',
    about: 'Where people are checked in: the first one is the entrance.',
    fields: [
      {
        ...{ kind: 'list', name: 'checkpoints', label: 'Checkpoints', one: 'checkpoint', titleOf: 'name' },
        initial: { id: '', name: '', shows: [] },
        fields: [
          { kind: 'text', name: 'name', label: 'Name' },
          { kind: 'text', name: 'id', label: 'Id', hint: 'Lowercase letters, digits and hyphens.' },
          {
            ...{ kind: 'several', name: 'shows', label: 'Stations show' },
            options: { dietaryRestrictions: 'Dietary needs', tShirtSize: 'T-shirt size' },
          },
        ],
      },
    ],
  },
  mail: {
    title: 'Emails and keys',
    about:
      'The words of the emails about applications. Links, deadlines and the question whether somebody comes stay.',
    fields: [
      {
        ...{ kind: 'group', name: 'emails', label: 'Emails about applications' },
        fields: [
          emailOf(
            'received',
            'Own words when an application has arrived',
            'Application received: {event}',
            'Thank you for applying to {event}, {dates} at {place}. We read it and write to you.',
          ),
          emailOf(
            'approved',
            'Own words for an approval',
            'You are in: {event}',
            'Your application is approved. {event} takes place {dates} at {place}.',
          ),
          emailOf(
            'waitlisted',
            'Own words for the waitlist',
            'You are on the waitlist: {event}',
            'We would like to have you at {event}, but every place is taken. You get an email as soon as one is free.',
          ),
          emailOf(
            'rejected',
            'Own words for a rejection',
            'Your application to {event}',
            'Thank you for applying to {event}. This time we have no place for you.',
          ),
        ],
      },
    ],
  },
};
