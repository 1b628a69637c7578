import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { success } from '../platform/responses.ts';
import { helperRoles } from '../platform/roles.ts';
import { emailAddress } from '../platform/text-rules.ts';

/** A user who may check people in or answer requests for help, and nothing else. */
const volunteer = z.object({ _id: z.uuid(), name: z.string(), email: z.string().nullable() });

const listedVolunteer = volunteer.extend({
  role: z.enum(helperRoles),
  /** The shift of a volunteer who scanned a code and has no account; null for others. */
  shift: z.object({ checkpoint: z.string(), since: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
  lastScanAt: z.iso.datetime().nullable(),
});
export type Volunteer = z.infer<typeof listedVolunteer>;

export const listVolunteers = endpoint('GET /volunteers', 'check-in-lead', {
  summary: 'List the volunteers and mentors, without those whose shift is over',
  response: z.array(listedVolunteer),
});

/** A user in an organizer's search for volunteers. */
const volunteerCandidate = volunteer.extend({
  can: z.object({ help: z.boolean() }),
  /** Why this user cannot become a volunteer; null if they can. */
  reason: z.string().nullable(),
});
export type VolunteerCandidate = z.infer<typeof volunteerCandidate>;

export const searchVolunteerCandidates = endpoint('GET /volunteers/candidates', 'check-in-lead', {
  summary: 'Search users by name or email address, and whether they can become volunteers',
  query: z.object({ term: z.string().max(limits.text.searchTerm) }),
  response: z.array(volunteerCandidate),
});

export const addVolunteer = endpoint('POST /volunteers', 'check-in-lead', {
  summary: 'Add a volunteer or a mentor by email address, with or without an account',
  body: z.strictObject({ email: emailAddress, role: z.enum(helperRoles).default('volunteer') }),
  response: success.extend({ data: volunteer }),
  status: 201,
});

export const removeVolunteer = endpoint('DELETE /volunteers/:id', 'check-in-lead', {
  summary: 'Remove a volunteer or a mentor, or end their shift; they are signed out at once',
});
