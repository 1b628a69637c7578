import type { Event } from '../../../contract/event/event.ts';
import { type EmailKind, emailPlaceholders } from '../../../contract/event/event-emails.ts';
import type { SettingsSection } from '../../../contract/event/settings.ts';

export type Fields = Record<string, unknown>;

interface Named {
  /** The name of the field in the event. */
  name: string;
  label: string;
  hint?: string;
  /** In a list: it repeats the title of its entry, or spells it as a slug, until something else is typed. */
  follows?: 'title' | 'slug';
  /** It is shown, and part of the event, only with such fields beside it. */
  onlyIf?: (beside: Fields) => boolean;
}

/** What can be chosen, by value; some choices are other parts of the event. */
type Options = Record<string, string> | ((event: Partial<Event>) => Record<string, string>);

/** A `picture` is uploaded, or a file of `event/` by its name. */
type PlainKind = 'text' | 'long' | 'lines' | 'number' | 'date' | 'moment' | 'picture' | 'switch';

/** How a field of the event is typed in. What is left empty is left out of the event. */
export type FieldShape = Named &
  (
    | { kind: PlainKind }
    | { kind: 'select'; options: Options }
    | { kind: 'several'; options: Options }
    /** A group of fields; with `initial` it can be left out. */
    | { kind: 'group'; fields: FieldShape[]; initial?: object; previewOf?: EmailKind }
    | { kind: 'list'; fields: FieldShape[]; one: string; titleOf: string; initial: object }
    /** Lists by name, each in the shape of `list`. */
    | { kind: 'record'; one: string; list: (name: string) => Extract<FieldShape, { kind: 'list' }> }
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

function fieldOf(kind: PlainKind, name: string, label: string, hint?: string): FieldShape {
  return { kind, name, label, ...(hint !== undefined && { hint }) };
}

type Kind<Name extends FieldShape['kind']> = Extract<FieldShape, { kind: Name }>;

const groupOf = (name: string, label: string, fields: FieldShape[]): Kind<'group'> => ({
  kind: 'group',
  name,
  label,
  fields,
});

const listOf = (
  name: string,
  label: string,
  one: string,
  titleOf: string,
  initial: object,
  fields: FieldShape[],
): Kind<'list'> => ({ kind: 'list', name, label, one, titleOf, initial, fields });

const choicesOf = (
  kind: 'select' | 'several',
  name: string,
  label: string,
  options: Options,
  more: Pick<FieldShape, 'hint' | 'onlyIf'> = {},
): FieldShape => ({ kind, name, label, options, ...more });

/** An id that is written from the title of its entry. */
const slugOf = (
  name: string,
  label: string,
  hint = 'Lowercase letters, digits and hyphens.',
): FieldShape => ({
  ...fieldOf('text', name, label, hint),
  follows: 'slug',
});

const label = fieldOf('text', 'label', 'Label');
const url = fieldOf('text', 'url', 'Link');
const withoutOne = (text: string): Choice => ({
  label: text,
  matches: (value) => value === undefined,
  initial: undefined,
});
const none = { '': 'None' };
const trackRubrics = { hacker: 'Hacker rubric', startup: 'Startup rubric' };
const toOptions = <T>(from: readonly T[], toOption: (one: T) => [value: string, label: string]) =>
  Object.fromEntries(from.map(toOption));
const isLimited = ({ capacity }: Fields) => capacity !== undefined;
const isText = (value: unknown) => typeof value === 'string';

const emailOf = (name: EmailKind, title: string, subject: string, body: string): FieldShape => ({
  ...groupOf(name, title, [
    fieldOf('text', 'subject', 'Subject'),
    fieldOf(
      'long',
      'text',
      'Text',
      `${emailPlaceholders.join(', ')} stand for what they say. An empty line begins a paragraph.`,
    ),
  ]),
  previewOf: name,
  initial: { subject, text: `Hello {name},\n\n${body}` },
});

const rubricOf = (name: string, title: string): Kind<'list'> => ({
  kind: 'list',
  name,
  label: title,
  one: 'criterion',
  titleOf: 'label',
  hint: 'The weights are percent and add up to 100.',
  initial: { key: '', label: '', weight: 10, description: '' },
  fields: [
    { ...label, hint: 'As judges read it.' },
    fieldOf('number', 'weight', 'Weight in percent'),
    fieldOf('long', 'description', 'What judges ask themselves'),
    slugOf('key', 'Key', 'A short word for exports. It stays once there are scores.'),
  ],
});

/** Returns the values without the fields that are not shown beside the others. */
export function omitHidden(values: Fields, shapes: FieldShape[]): Fields {
  const shown = { ...values };
  for (const { name, onlyIf, ...shape } of shapes) {
    const value = values[name];
    if (onlyIf && !onlyIf(values)) delete shown[name];
    else if (shape.kind === 'list' && Array.isArray(value))
      shown[name] = value.map((entry: Fields) => omitHidden(entry, shape.fields));
    else if (shape.kind === 'group' && value) shown[name] = omitHidden(value as Fields, shape.fields);
  }
  return shown;
}

/** The sections that are forms, in the order of the page. */
export const sectionShapes: Record<Exclude<SettingsSection, 'schedule'>, SectionShape> = {
  event: {
    title: 'Event',
    about: 'Name, dates, place and links: on every page, in emails, on passes.',
    fields: [
      fieldOf('text', 'name', 'Name'),
      fieldOf('text', 'shortName', 'Short name', 'In the header and on home screens.'),
      fieldOf('text', 'tagline', 'Tagline'),
      groupOf('dates', 'Dates', [
        fieldOf('date', 'start', 'First day'),
        fieldOf('date', 'end', 'Last day'),
        fieldOf('text', 'label', 'Dates in words', 'Empty: written from the two days.'),
      ]),
      fieldOf('text', 'place', 'Place'),
      fieldOf('text', 'badge', 'Line above the schedule', 'Such as September 20–21 at the library.'),
      fieldOf('text', 'address', 'Address', 'Adds a link to a map.'),
      fieldOf('text', 'timezone', 'Time zone', 'Such as America/Phoenix.'),
      fieldOf('text', 'locale', 'Locale', 'How dates and times are written, such as en-US.'),
      groupOf('links', 'Links', [
        fieldOf('text', 'contact', 'Contact', 'A mailto: address or a page.'),
        fieldOf('text', 'results', 'Results on another page', 'Empty: on this site.'),
        listOf('social', 'Social media', 'link', 'label', { label: '', url: 'https://' }, [label, url]),
        listOf('community', 'Community', 'link', 'label', { label: '', url: 'https://', description: '' }, [
          label,
          url,
          fieldOf('text', 'description', 'What it is for'),
        ]),
      ]),
    ],
  },
  public: {
    title: 'Public page',
    about: 'What visitors read on the landing page: first lines, questions, sponsors.',
    fields: [
      groupOf('hero', 'First screen', [
        fieldOf('text', 'title', 'Title'),
        fieldOf('long', 'lede', 'First sentences'),
        fieldOf('lines', 'chips', 'Short answers', 'One per line, at most four, such as: Food included.'),
        {
          ...listOf('photos', 'Pictures', 'picture', 'alt', { src: '', alt: '' }, [
            fieldOf('picture', 'src', 'Picture', 'JPEG, PNG or WebP, at best 1,600 pixels wide.'),
            fieldOf('text', 'alt', 'What it shows', 'For people who do not see it.'),
          ]),
          hint: 'Shown one after the other. Without any, there are five prints.',
        },
      ]),
      listOf('faq', 'Questions and answers', 'question', 'question', { question: '', answer: '' }, [
        fieldOf('text', 'question', 'Question'),
        fieldOf('long', 'answer', 'Answer'),
      ]),
      groupOf('sponsors', 'Sponsors', [
        fieldOf('text', 'note', 'Line below the sponsors'),
        fieldOf('switch', 'showPlaceholders', 'Show the section while it is empty'),
        listOf('list', 'Companies', 'sponsor', 'name', { name: '', url: 'https://', tier: 2 }, [
          fieldOf('text', 'name', 'Name'),
          url,
          fieldOf(
            'picture',
            'logo',
            'Logo',
            'JPEG, PNG or WebP; what is transparent becomes white. Without one, the name stands there.',
          ),
          choicesOf('select', 'tier', 'Size', { 1: 'Large', 2: 'Medium', 3: 'Small' }),
        ]),
      ]),
      fieldOf('long', 'organizers', 'Who organizes', 'Empty: not on the page.'),
    ],
  },
  tracks: {
    title: 'Tracks and prizes',
    about: 'What people enter, and what there is to win.',
    fields: [
      listOf(
        'tracks',
        'Tracks',
        'track',
        'title',
        {
          id: '',
          slug: '',
          title: '',
          summary: '',
          prize: '',
          requiresPitchDeck: false,
          rubric: 'hacker',
        },
        [
          fieldOf('text', 'title', 'Title'),
          fieldOf('long', 'summary', 'Summary'),
          fieldOf('text', 'prize', 'Prize'),
          fieldOf('number', 'maxTeamSize', 'Largest team', 'Empty: 4.'),
          fieldOf('switch', 'requiresPitchDeck', 'Applicants upload a pitch deck'),
          choicesOf('select', 'rubric', 'Rubric of its judges', trackRubrics),
          {
            ...fieldOf('text', 'id', 'Id', 'Its name in exports. It stays once somebody applied.'),
            follows: 'title',
          },
          slugOf('slug', 'Short id', 'In addresses: lowercase letters, digits and hyphens.'),
        ],
      ),
      {
        ...listOf('specialCategories', 'Special categories', 'category', 'label', { key: '', label: '' }, [
          label,
          fieldOf('text', 'filterLabel', 'Short label'),
          slugOf('key', 'Key', 'A short word for exports.'),
        ]),
        hint: 'Scored by the judges of the hacker rubric.',
      },
      {
        ...groupOf('projects', 'Teams submit projects', [
          fieldOf('moment', 'deadline', 'Deadline of submission'),
          {
            kind: 'choice',
            name: 'galleryOpensAt',
            label: 'Gallery',
            choices: [
              withoutOne('Opened by hand'),
              {
                label: 'Opens by itself',
                matches: isText,
                initial: new Date().toISOString(),
                field: fieldOf('moment', '', 'Opens at'),
              },
            ],
          },
          {
            ...listOf('prizes', 'More prizes', 'prize', 'label', { key: '', label: '' }, [
              label,
              fieldOf('text', 'description', 'Description'),
              fieldOf(
                'text',
                'judgedBy',
                'Judged by',
                'Only if it has judges of its own, such as the sponsor.',
              ),
              choicesOf(
                'select',
                'rubric',
                'Rubric of those judges',
                ({ projects }) => ({
                  ...none,
                  ...trackRubrics,
                  ...toOptions(Object.keys(projects ? projects.rubrics : {}), (name) => [name, name]),
                }),
                { onlyIf: ({ judgedBy }) => Boolean(judgedBy) },
              ),
              slugOf('key', 'Key'),
            ]),
            hint: 'Teams choose them when they submit.',
          },
          fieldOf('switch', 'onePrizePerProject', 'A project wins one prize at most'),
          {
            kind: 'record',
            name: 'rubrics',
            label: 'Rubrics of prizes',
            one: 'rubric',
            hint: 'For prizes that neither of the rubrics under Judging fits.',
            list: (name) => rubricOf(name, name),
          },
          listOf('areas', 'Areas of tables', 'area', 'name', { name: '', from: 1, to: 20, power: true }, [
            fieldOf('text', 'name', 'Name'),
            fieldOf('number', 'from', 'First table'),
            fieldOf('number', 'to', 'Last table'),
            fieldOf('switch', 'power', 'With power'),
          ]),
        ]),
        initial: { deadline: '' },
        hint: 'With a gallery, prizes that teams choose, and winners on this site.',
      },
    ],
  },
  form: {
    title: 'Application form',
    about: 'What applicants are asked beyond name, track and resume.',
    fields: [
      listOf(
        'questions',
        'Questions',
        'question',
        'label',
        { id: '', type: 'text', label: '', required: false, visibleTo: [], sensitive: false },
        [
          fieldOf('text', 'label', 'Question'),
          choicesOf('select', 'type', 'Answer', {
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
          }),
          {
            ...fieldOf('lines', 'options', 'Choices', 'One per line.'),
            onlyIf: ({ type }) => type === 'choice' || type === 'several',
          },
          fieldOf('text', 'help', 'Help'),
          fieldOf('switch', 'required', 'Required'),
          fieldOf('switch', 'sensitive', 'Sensitive: only organizers see it, and it is not searched'),
          choicesOf(
            'several',
            'visibleTo',
            'Seen also by',
            { reviewers: 'Organizers during blind review', volunteers: 'Volunteers at check-in' },
            { onlyIf: ({ sensitive }) => sensitive !== true },
          ),
          choicesOf(
            'several',
            'tracks',
            'Only for the tracks',
            ({ tracks = [] }) => toOptions(tracks, ({ id, title }) => [id, title]),
            { hint: 'None: everybody.' },
          ),
          slugOf('id', 'Id', 'Such as phone-number, for exports.'),
        ],
      ),
      listOf(
        'agreements',
        'Agreements',
        'agreement',
        'title',
        { id: '', version: '1', title: '', text: '', links: [], required: true },
        [
          fieldOf('text', 'title', 'Title'),
          fieldOf('long', 'text', 'What people agree to'),
          fieldOf('text', 'version', 'Version', 'Another text needs another version.'),
          fieldOf('switch', 'required', 'Nobody can apply without it'),
          slugOf('id', 'Id'),
          listOf('links', 'Documents', 'document', 'label', { label: '', url: 'https://' }, [label, url]),
        ],
      ),
      {
        ...groupOf('guardian', 'Guardians of people who are too young', [
          choicesOf(
            'select',
            'question',
            'Question for the age',
            ({ questions = [] }) => ({
              ...none,
              ...toOptions(
                questions.filter(({ type }) => type === 'number' || type === 'date'),
                ({ id, label }) => [id, label],
              ),
            }),
            { hint: 'A required question for a number or a date.' },
          ),
          fieldOf('number', 'under', 'Younger than'),
        ]),
        initial: { question: '', under: 18 },
      },
    ],
  },
  places: {
    title: 'Places and deadlines',
    about: 'How many can come, and until when people apply and answer.',
    fields: [
      groupOf('registration', 'Applications', [
        fieldOf('moment', 'closesAt', 'Deadline'),
        fieldOf('switch', 'enforce', 'Refuse applications after it'),
        fieldOf('date', 'decisionsBy', 'Decisions by', 'A promise to applicants. Empty: none.'),
      ]),
      fieldOf('number', 'capacity', 'Places', 'Empty: not limited.'),
      {
        kind: 'choice',
        name: 'answerBy',
        label: 'An offer of a place',
        onlyIf: isLimited,
        choices: [
          withoutOne('Does not end'),
          {
            label: 'Ends after some hours',
            matches: (value) => typeof value === 'object',
            initial: { hours: 72 },
            field: groupOf('', '', [fieldOf('number', 'hours', 'Hours')]),
          },
          {
            label: 'Ends at a moment',
            matches: isText,
            initial: new Date().toISOString(),
            field: fieldOf('moment', '', 'Ends at'),
          },
        ],
      },
      {
        ...fieldOf('switch', 'waitlist', 'Approve onto a waitlist when every place is taken'),
        onlyIf: isLimited,
      },
      fieldOf('number', 'showUpRate', 'Share of confirmed people who come', 'From 0 to 1, such as 0.6.'),
    ],
  },
  switches: {
    title: 'Switches',
    about: 'What this event has and what it does without.',
    fields: [
      fieldOf(
        'switch',
        'teamDirectory',
        'People browse open teams',
        'And show leaders a card to be invited.',
      ),
      fieldOf('switch', 'holdDecisions', 'Hold decisions until they are released together'),
      fieldOf('switch', 'walkIns', 'People register at the entrance'),
      {
        ...groupOf('help', 'Participants ask mentors for help', [
          fieldOf('lines', 'topics', 'Topics', 'One per line.'),
        ]),
        initial: { topics: ['Software', 'Hardware', 'Design', 'Pitch'] },
      },
      {
        ...groupOf('lending', 'Things are lent', [
          fieldOf('lines', 'things', 'Things', 'One per line, each with its number first: 12 VR headset.'),
          listOf('photos', 'Photos', 'photo', 'thing', { thing: '' }, [
            fieldOf('text', 'thing', 'Thing', 'Its name without the number, such as VR headset.'),
            fieldOf('picture', 'src', 'Photo'),
          ]),
          fieldOf('number', 'hours', 'Hours'),
        ]),
        initial: { things: ['1 Headset'], hours: 4 },
      },
      fieldOf('switch', 'pushNotifications', 'Announcements as notifications'),
      {
        ...groupOf('certificates', 'Certificates for those who were there', [
          fieldOf('text', 'signedBy', 'Signed by'),
        ]),
        initial: { fonts: [] },
      },
      {
        ...groupOf('feedback', 'Feedback after the event', [
          listOf('questions', 'Questions', 'question', 'label', { key: '', label: '', type: 'rating' }, [
            fieldOf('text', 'label', 'Question'),
            choicesOf('select', 'type', 'Answer', { rating: '1 to 5', text: 'Words' }),
            slugOf('key', 'Key'),
          ]),
        ]),
        initial: {},
      },
      {
        ...groupOf('resumeBook', 'Resume book for sponsors', [
          choicesOf(
            'select',
            'agreement',
            'Agreement',
            ({ agreements = [] }) => ({
              ...none,
              ...toOptions(
                agreements.filter(({ required }) => !required),
                ({ id, title }) => [id, title],
              ),
            }),
            { hint: 'One that is not required.' },
          ),
        ]),
        initial: { agreement: '' },
      },
      groupOf('retention', 'How long personal data is stored', [
        fieldOf('number', 'documentDays', 'Resumes and decks: days after the event'),
        fieldOf('number', 'applicationDays', 'Applications and accounts: days after the event'),
        fieldOf('number', 'emailDays', 'Emails: days after they were sent'),
      ]),
    ],
  },
  search: {
    title: 'Search',
    about: 'Words of this event that the search for applicants should know.',
    fields: [
      {
        ...listOf('searchTerms', 'Terms', 'term', 'term', { term: '', examples: [] }, [
          fieldOf('text', 'term', 'Term'),
          fieldOf(
            'lines',
            'examples',
            'What people write',
            'One per line, such as “our makerspace”. Whoever writes it is found by the term.',
          ),
        ]),
        hint: 'A name that the search cannot know, such as a product of a sponsor, or a topic that it knows, such as Hardware.',
      },
    ],
  },
  judging: {
    title: 'Judging',
    about: 'What judges score.',
    fields: [
      groupOf('rubric', 'Rubrics', [
        rubricOf('hacker', 'Hacker rubric'),
        rubricOf('startup', 'Startup rubric'),
      ]),
      {
        kind: 'choice',
        name: 'judgeComments',
        label: 'Comments of judges',
        choices: [
          withoutOne('None'),
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
            field: groupOf('', '', [fieldOf('moment', 'teamsFrom', 'From')]),
          },
        ],
      },
    ],
  },
  'check-in': {
    title: 'Check-in',
    about: 'Where people are checked in: the first one is the entrance.',
    fields: [
      listOf('checkpoints', 'Checkpoints', 'checkpoint', 'name', { id: '', name: '', shows: [] }, [
        fieldOf('text', 'name', 'Name'),
        slugOf('id', 'Id'),
        choicesOf('several', 'shows', 'Stations show', {
          dietaryRestrictions: 'Dietary needs',
          tShirtSize: 'T-shirt size',
        }),
      ]),
    ],
  },
  mail: {
    title: 'Emails and keys',
    about:
      'The words of the emails about applications. Links, deadlines and the question whether somebody comes stay.',
    fields: [
      groupOf('emails', 'Emails about applications', [
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
      ]),
    ],
  },
};
