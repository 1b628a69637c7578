import { defineEvent } from '../contract/event.ts';
import { schedule } from './schedule.ts';

export default defineEvent({
  name: 'Overnight 2025',
  tagline: 'A student hackathon for every major',
  dates: { start: '2025-09-20', end: '2025-09-21', label: '20–21 September 2025' },
  timezone: 'America/Phoenix',
  place: 'ECG 101',
  badge: 'September 20-21 at ECG 101',
  registration: { closesAt: '2025-09-19T23:59:59-07:00', enforce: false },
  hero: {
    title: 'Thirty-four hours. One weekend. Your idea, working.',
    lede: 'A student hackathon for every major. Come with an idea, a team, or neither.',
    photos: [],
    treatment: 'riso',
  },
  tracks: [
    {
      id: 'Hacker Track',
      slug: 'hacker',
      title: 'Hacker Track',
      summary: 'Build anything that works: hardware, software, or something in between.',
      prize: 'Gadget prizes for the winning teams',
    },
    {
      id: 'Clozyt Track',
      slug: 'clozyt',
      title: 'Clozyt Track',
      summary: 'Build the best real-time clothing recommendation system. Alone or in a pair.',
      prize: '$750 cash plus a paid internship',
      maxTeamSize: 2,
      description: {
        title: 'Clozyt Track Description',
        body: 'Build the best real-time clothing recommendation system using vector search and swipe interactions.',
        prize: '$750 plus an internship opportunity',
      },
    },
    {
      id: 'Startup Track',
      slug: 'startup',
      title: 'Startup Track',
      summary: 'Bring a business idea, a prototype and a pitch deck.',
      prize: '$750 for the top 3 teams',
      requiresPitchDeck: true,
    },
  ],
  rubric: {
    hacker: [
      {
        key: 'innovation',
        label: 'Innovation & Creativity',
        weight: 25,
        description: 'How new is the idea, and how inventive the way it is done?',
      },
      {
        key: 'technical',
        label: 'Technical Execution',
        weight: 25,
        description: 'How well is it built, and how hard was it to build?',
      },
      {
        key: 'impact',
        label: 'Impact & Usefulness',
        weight: 20,
        description: 'Does it solve a real problem for real people?',
      },
      {
        key: 'presentation',
        label: 'Presentation & Demo',
        weight: 15,
        description: 'Is the demo clear, and does it work?',
      },
      { key: 'design', label: 'UI/UX & Design', weight: 15, description: 'Is it pleasant and easy to use?' },
    ],
    startup: [
      {
        key: 'viability',
        label: 'Startup Viability',
        weight: 25,
        description: 'Could this become a business that lasts?',
      },
      { key: 'prototype', label: 'Prototype / MVP', weight: 20, description: 'How much of it works today?' },
      {
        key: 'innovation',
        label: 'Innovation & Differentiation',
        weight: 20,
        description: 'What does it do that others do not?',
      },
      {
        key: 'pitch',
        label: 'Pitch Quality',
        weight: 20,
        description: 'Is the story clear, honest and convincing?',
      },
      {
        key: 'market',
        label: 'Market Strategy',
        weight: 15,
        description: 'Who will pay, and how will they hear of it?',
      },
    ],
  },
  specialCategories: [
    { key: 'aiPersonas', label: 'Best Use of AI Personas', filterLabel: 'AI Personas' },
    { key: 'hiringRecruiting', label: 'Hiring & Recruiting' },
    { key: 'scamPrevention', label: 'Scam Prevention' },
    { key: 'supermemory', label: 'Best Use of Supermemory', filterLabel: 'Supermemory' },
  ],
  checkpoints: [
    { id: 'entrance', name: 'Entrance' },
    { id: 'saturday-lunch', name: 'Saturday lunch' },
    { id: 'saturday-dinner', name: 'Saturday dinner' },
    { id: 'sunday-breakfast', name: 'Sunday breakfast' },
    { id: 'sunday-lunch', name: 'Sunday lunch' },
    { id: 'swag', name: 'T-shirt and swag' },
  ],
  schedule,
  faq: [
    {
      question: 'Do I have to study computer science?',
      answer:
        'No. Designers, biologists, business students: every major is welcome, and the best teams mix them.',
    },
    {
      question: 'What if I have no team?',
      answer:
        'No team is fine. Come alone, look for a team here, or find one at team formation bingo on Saturday morning.',
    },
    {
      question: 'Do I need to know how to code?',
      answer:
        'Coding is not required. Teams need people who design, research, test and present as much as people who program.',
    },
    {
      question: 'What should I bring?',
      answer:
        'A laptop and its charger, your student ID, and whatever makes a night in a building comfortable. Food is on us.',
    },
  ],
  sponsors: { note: 'More sponsors are coming.', showPlaceholders: true, list: [] },
  links: {
    contact: 'mailto:hello@overnight.example',
    social: [
      { label: 'Instagram', url: 'https://www.instagram.com/overnight.example' },
      { label: 'LinkedIn', url: 'https://www.linkedin.com/company/overnight-example' },
    ],
    community: [
      {
        label: 'Join on Campus Events',
        url: 'https://events.example/overnight',
        description: 'The university’s events app',
      },
      {
        label: 'Join our Discord',
        url: 'https://discord.example/overnight',
        description: 'The chat server of the event',
      },
    ],
  },
});
