import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

export const listSchools = endpoint({
  method: 'GET',
  path: '/schools',
  summary: "List up to ten schools of the event's list whose names hold these words",
  access: 'user',
  query: z.object({ q: z.string().max(limits.text.searchTerm) }),
  answer: z.array(z.string()),
  limit: { max: 240, seconds: 60 },
});
