import { defineEvent } from '../contract/event/event.ts';
import { rubric, specialCategories } from './judging.ts';
import { schedule } from './schedule.ts';

/** The event. Edit and restart; mistakes are named with their place when the program starts. */
export default defineEvent({
  name: 'Overnight 2025',
  shortName: 'Overnight',
  tagline: 'A student hackathon of thirty-four hours.',
  locale: 'en-US',
  dates: { start: '2025-09-20', end: '2025-09-21' },
  timezone: 'America/Phoenix',
  place: 'ECG 101',
  // The address gives the landing page a link to a map: address: 'Engineering Center G, Tempe, Arizona',
  badge: 'September 20-21 at ECG 101',
  // `decisionsBy: '2025-09-10'` promises applicants a decision by that day.
  registration: { closesAt: '2025-09-19T23:59:59-07:00', enforce: false },
  // With limited places an approval is an offer, held until `answerBy`; who is approved beyond `capacity` waits:
  // capacity: 200, answerBy: { hours: 72 }, waitlist: true, showUpRate: 0.6,
  // The form can ask more, by types and for tracks, and ask to agree to texts; those who are too young name a guardian:
  // questions: [{ id: 'school', type: 'school', label: 'Your school', required: true }],
  // agreements: [{ id: 'conduct', version: '1', title: 'Code of conduct', text: 'I follow it.', required: true }],
  // `...studentLeague,` with `import { studentLeague } from './student-league.ts'` asks what Major League Hacking demands.
  // With true, applicants see "pending" and get no email until an organizer releases all decisions at once.
  holdDecisions: false,
  // How many days personal data is stored: resumes and decks, and then applications with their accounts, after the event;
  // emails after they were sent. Anonymous counts stay.
  retention: { documentDays: 90, applicationDays: 365, emailDays: 90 },
  hero: {
    title: 'Thirty-four hours. One weekend. Your idea, working.',
    lede: 'A student hackathon for every major. Come with an idea, a team, or neither.',
    chips: ['Free', 'Food included', 'Beginners welcome'],
    // Without photos the site shows its own illustrations. A photo: { src: 'team.jpg', alt: 'Four people …',
    // focal: '50% 30%' }, with the file in event/photos.
    photos: [],
    treatment: 'riso',
  },
  tracks: [
    {
      id: 'Hacker Track',
      slug: 'hacker',
      title: 'Hacker Track',
      summary: 'technical projects, innovations, creative solutions',
      prize: 'Gadget prizes',
    },
    {
      id: 'Clozyt Track',
      slug: 'clozyt',
      title: 'Clozyt Track',
      summary: 'real-time clothing recommendations, alone or in a team of two',
      prize: '$750 cash plus a paid internship',
      maxTeamSize: 2,
      description: {
        title: 'Clozyt Track Description',
        body: 'Build the best real-time clothing recommendation system using vector search and swipe interactions.',
        prize: '$750 plus an internship opportunity',
        // A film of yours goes into event/films as well; without these four lines the dialog shows a picture.
        video: '/films/clozyt.mp4',
        poster: '/films/clozyt.jpg',
        captions: '/films/clozyt.vtt',
        videoText:
          'A silent film of twelve seconds: the sun rises over the campus, lines of code are written, shirts are swiped to the left and to the right, and at night one window after the other is lit.',
      },
    },
    {
      id: 'Startup Track',
      slug: 'startup',
      title: 'Startup Track',
      summary: 'business viability, market potential, entrepreneurial solutions',
      prize: '$750 for the top 3 teams',
      requiresPitchDeck: true,
      rubric: 'startup',
    },
  ],
  // People can browse open teams, and show leaders a card (name, skills, one line) to be invited; `false` turns it off.
  teamDirectory: true,
  rubric,
  specialCategories,
  // What teams submit, until when, and when the gallery shows it without anybody opening it (`galleryOpensAt`). The special
  // categories are prizes that teams opt into; more of them: prizes: [{ key: 'best-pun', label: 'Best pun' }]. With
  // rubric: 'hacker' and judgedBy: 'Atlas Inc.' a prize has judges of its own. An event without projects: false.
  projects: { deadline: '2025-09-21T12:00:00-07:00' },
  // Judges may write one comment with each score; organizers read it at once, the team from a moment on, or while the
  // results are published (`'results'`), if you say so:
  // judgeComments: { teamsFrom: '2025-09-21T17:00:00-07:00' },
  // When the event is over, those who were there download a certificate:
  // and are asked, anonymously, how it was (`feedback: {}` asks the usual questions):
  // feedback: { questions: [{ key: 'food', label: 'How was the food?', type: 'rating' }] },
  // Who agrees to an optional agreement passes the resume on to sponsors:
  // resumeBook: { agreement: 'sponsors' },
  // certificates: { signedBy: 'Grace Hopper, lead organizer' },
  // `walkIns: true` lets people who have not applied register at the entrance; an organizer admits each of them.
  // Participants ask mentors for help, and borrow things:
  // help: { topics: ['Software', 'Hardware'] },
  // lending: { hours: 4, things: ['1 VR headset', '2 USB-C cable'] },
  // `pushNotifications: true` also sends announcements as notifications to the devices on which people allow it.
  // The first is the entrance, the default checkpoint. `shows` is what a station there displays of each person besides
  // the name.
  checkpoints: [
    { id: 'entrance', name: 'Entrance' },
    { id: 'saturday-lunch', name: 'Saturday lunch', shows: ['dietaryRestrictions'] },
    { id: 'saturday-dinner', name: 'Saturday dinner', shows: ['dietaryRestrictions'] },
    { id: 'sunday-breakfast', name: 'Sunday breakfast', shows: ['dietaryRestrictions'] },
    { id: 'sunday-lunch', name: 'Sunday lunch', shows: ['dietaryRestrictions'] },
    { id: 'swag', name: 'T-shirt and swag', shows: ['tShirtSize'] },
  ],
  schedule,
  // What the last event was like: past: { figures: [{ value: '312', label: 'hackers' }], winners: [{ project: 'Tidepool',
  // prize: 'Hacker Track' }] }. Who organizes: organizers: 'The computing club, since 2019.'
  faq: [
    {
      question: 'I am not a CS major. Can I come?',
      answer:
        'Yes. Non-CS majors are welcome: good projects need people who know design, business, biology, music and everything else.',
    },
    {
      question: 'Do I need a team?',
      answer:
        'No team is fine. Come alone and find people at the team formation bingo, or stay solo. Teams have up to four members.',
    },
    {
      question: 'Do I have to know how to code?',
      answer:
        'No, coding is not required. Every team needs somebody who researches, designs, tests and tells the story.',
    },
    {
      question: 'What should I bring?',
      answer:
        'A laptop and its charger, your student ID, and something warm for the night. A sleeping bag and a toothbrush help. Food and drinks are on us.',
    },
  ],
  sponsors: { note: 'More sponsors are coming.', showPlaceholders: true, list: [] },
  links: {
    contact: 'mailto:team@overnight.example',
    social: [
      { label: 'Instagram', url: 'https://instagram.example/overnight' },
      { label: 'LinkedIn', url: 'https://linkedin.example/company/overnight' },
    ],
    community: [
      {
        label: 'Sync the events',
        url: 'https://events.example/overnight',
        description: 'Every workshop and meal in the calendar of your university events app.',
      },
      {
        label: 'Join the chat',
        url: 'https://chat.example/overnight',
        description: 'Announcements, mentors and people looking for a team.',
      },
    ],
  },
});
