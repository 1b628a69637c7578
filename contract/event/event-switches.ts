import { z } from 'zod';
import { helpLimits } from '../event-day/help.ts';
import { lendingLimits, listThingsOfLine } from '../event-day/lending.ts';
import { afterEventSettings } from './event-after.ts';
import { isUploaded, line, picture } from './event-values.ts';

/** The optional parts of an event. */
export const switchSettings = {
  /** Decisions stay internal until they are all released at once. */
  holdDecisions: z
    .boolean()
    .default(false)
    .meta({ label: 'Hold decisions until they are released together' }),
  /** Whether people can browse open teams, and show leaders a card so as to be invited. */
  teamDirectory: z.boolean().default(false).meta({
    label: 'Team directory',
    hint: 'People browse open teams, and can post a card so that leaders invite them.',
  }),
  /** Whether people who have not applied can register at the entrance, where an organizer admits them. */
  walkIns: z.boolean().default(false).meta({ label: 'Walk-in registration' }),
  /** Present when participants can ask mentors for help, about these topics. */
  help: z
    .strictObject({
      topics: z
        .array(line.max(helpLimits.topic, `is longer than ${helpLimits.topic} characters`))
        .min(1)
        .max(helpLimits.topics)
        .refine((topics) => new Set(topics).size === topics.length, 'has the same topic twice')
        .meta({
          ...{ label: 'Topics', hint: 'One per line.' },
          initial: ['Software', 'Hardware', 'Design', 'Pitch'],
        }),
    })
    .optional()
    .meta({ label: 'Help from mentors' }),
  /** Present when the event lends equipment; `listThingsOfLine` reads an entry. */
  lending: z
    .strictObject({
      things: z
        .array(
          line
            .refine(
              (entry) =>
                listThingsOfLine(entry).every(
                  ({ number, name }) => name && number.length <= lendingLimits.number,
                ),
              'must be a name, alone or after a count (12 × VR headset) or a number (H7 VR headset)',
            )
            .max(80),
        )
        .max(lendingLimits.things)
        .superRefine((lines, context) => {
          const numbers = lines.flatMap(listThingsOfLine).map((thing) => thing.number);
          const twice = numbers.find((each, at) => numbers.indexOf(each) < at);
          if (twice) context.addIssue(`has the number ${twice} twice`);
          if (numbers.length > lendingLimits.things)
            context.addIssue(`has more than ${lendingLimits.things} things`);
        })
        .meta({
          ...{
            label: 'Things',
            hint: '“12 × VR headset” stands for twelve, which get numbers. “H7 VR headset” is a single one with your number, “Soldering iron” one without.',
          },
          initial: ['1 × Headset'],
        }),
      /** Uploaded pictures, one for all things of a name. */
      photos: z
        .array(
          z.strictObject({
            thing: line.meta({ label: 'Thing', hint: 'The name without the number, such as VR headset.' }),
            src: picture.refine(isUploaded, 'is not an uploaded picture').meta({ label: 'Photo' }),
          }),
        )
        .optional()
        .meta({ label: 'Photos', one: 'photo', titleOf: 'thing' }),
      /** How long a loan lasts, in hours. */
      hours: z
        .int('is not a number of hours')
        .min(1)
        .max(72)
        .default(4)
        .meta({ label: 'Lent for, in hours' }),
    })
    .optional()
    .meta({ label: 'Lend equipment' }),
  pushNotifications: z.boolean().default(false).meta({ label: 'Announcements as notifications' }),
  ...afterEventSettings,
};
