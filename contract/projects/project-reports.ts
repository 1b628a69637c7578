import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { noteSchema } from '../platform/text-rules.ts';

export const reportProject = endpoint('POST /projects/:id/reports', 'open', {
  summary: 'Report a project of the gallery to the organizers; nothing about you is stored',
  body: z.strictObject({
    text: noteSchema(limits.text.message).refine((text) => text !== '', 'is missing'),
  }),
  webForm: 8192,
  response: 'page',
  limit: { max: 5, seconds: 600 },
});

export const dismissReports = endpoint('DELETE /projects/:id/reports', 'admin', {
  summary: 'Dismiss the reports of a project: they are deleted',
});
