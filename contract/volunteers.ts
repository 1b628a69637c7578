import { z } from 'zod';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { emailAddress } from './text-rules.ts';

/** Somebody who helps at the door: may open the station, and nothing else. */
export const volunteer = z.object({ _id: z.uuid(), name: z.string(), email: z.string().nullable() });
export type Volunteer = z.infer<typeof volunteer>;

export const listVolunteers = endpoint({
  method: 'GET',
  path: '/volunteers',
  summary: 'Everybody who helps at the door',
  access: 'admin',
  answer: z.array(volunteer),
});

/** Somebody with an account, as an organiser looks for helpers. */
export const volunteerCandidate = volunteer.extend({
  can: z.object({ help: z.boolean() }),
  /** Why this person cannot be let help; null when they can. */
  reason: z.string().nullable(),
});
export type VolunteerCandidate = z.infer<typeof volunteerCandidate>;

export const searchVolunteerCandidates = endpoint({
  method: 'GET',
  path: '/volunteers/candidates',
  summary: 'People with an account, by words of their name or address, and whether they can help at the door',
  access: 'admin',
  query: z.object({ term: z.string().max(limits.text.searchTerm) }),
  answer: z.array(volunteerCandidate),
});

export const addVolunteer = endpoint({
  method: 'POST',
  path: '/volunteers',
  summary: 'Lets somebody help at the door, known here or not yet',
  access: 'admin',
  body: z.strictObject({ email: emailAddress }),
  answer: success.extend({ data: volunteer }),
  status: 201,
});

export const removeVolunteer = endpoint({
  method: 'DELETE',
  path: '/volunteers/:id',
  summary: 'Ends the help of somebody at the door, at once',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  answer: success,
});
