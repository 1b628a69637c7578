import type { EventConfig } from '../contract/event/event.ts';

/** What judges score, by track. Weights are percent and add up to 100. */
export const rubric: EventConfig['rubric'] = {
  hacker: [
    {
      key: 'innovation',
      label: 'Innovation & Creativity',
      weight: 25,
      description: 'How new is the idea, and how surprising the way it is done?',
    },
    {
      key: 'technical',
      label: 'Technical Execution',
      weight: 25,
      description: 'Does it work, and how hard was it to make it work?',
    },
    {
      key: 'impact',
      label: 'Impact & Usefulness',
      weight: 20,
      description: 'Whom does it help, and how much would they miss it?',
    },
    {
      key: 'presentation',
      label: 'Presentation & Demo',
      weight: 15,
      description: 'Was the demo clear, live and within its time?',
    },
    {
      key: 'design',
      label: 'UI/UX & Design',
      weight: 15,
      description: 'Is it pleasant and obvious to use, for everybody?',
    },
  ],
  startup: [
    {
      key: 'viability',
      label: 'Startup Viability',
      weight: 25,
      description: 'Could this become a company that pays for itself?',
    },
    {
      key: 'prototype',
      label: 'Prototype / MVP',
      weight: 20,
      description: 'Is there something real that people can try?',
    },
    {
      key: 'innovation',
      label: 'Innovation & Differentiation',
      weight: 20,
      description: 'What does it do that the others do not?',
    },
    {
      key: 'pitch',
      label: 'Pitch Quality',
      weight: 20,
      description: 'Was the story clear, honest and convincing?',
    },
    {
      key: 'market',
      label: 'Market Strategy',
      weight: 15,
      description: 'Do they know who buys, how many there are, and how to reach them?',
    },
  ],
};

/** Special prizes of the hacker track, each scored from 0 to 10. `filterLabel` is the short name on the results page. */
export const specialCategories: EventConfig['specialCategories'] = [
  { key: 'aiPersonas', label: 'Best Use of AI Personas', filterLabel: 'AI Personas' },
  { key: 'hiringRecruiting', label: 'Hiring & Recruiting' },
  { key: 'scamPrevention', label: 'Scam Prevention' },
  { key: 'supermemory', label: 'Best Use of Supermemory', filterLabel: 'Supermemory' },
];
