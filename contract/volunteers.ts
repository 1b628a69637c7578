import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './people.ts';
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
