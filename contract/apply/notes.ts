import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';
import { noteSchema } from '../platform/text-rules.ts';

const readLimit = { max: 900, seconds: 60 };

const thread = z.object({
  /** Oldest first; null while blind review hides them: until the reader has rated. */
  notes: z
    .array(
      z.object({
        _id: z.uuid(),
        /** Null when the account is deleted. */
        by: z.string().nullable(),
        text: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .nullable(),
  /** The names of all people who can be mentioned. */
  team: z.array(z.string()),
  /** Whether the note mentions the reader and is unread. */
  mentioned: z.boolean(),
});

export const listNotes = endpoint('GET /applications/:id/notes', 'application-reviewer', {
  summary: "List the team's notes about an application",
  response: thread,
  limit: readLimit,
});
export type NoteThread = ResponseOf<typeof listNotes>;

export const addNote = endpoint('PUT /applications/:id/notes/:note', 'application-reviewer', {
  summary:
    'Write a note about an application; `@` and a name mention a colleague on their page Home; a repeat changes nothing',
  body: z.strictObject({ text: noteSchema(limits.text.note).refine((typed) => typed !== '', 'is missing') }),
  response: thread,
});

export const readMentions = endpoint('DELETE /applications/:id/mentions', 'application-reviewer', {
  summary: 'Mark the notes about an application that mention you as read',
  limit: readLimit,
});
