import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { picturePart } from '../platform/files.ts';
import { optionalLineSchema } from '../platform/text-rules.ts';
import { myProject } from './projects.ts';

const alternativeText = optionalLineSchema(limits.project.alternativeText);
export const createPicture = endpoint('POST /projects/mine/pictures', 'hacker', {
  summary:
    'Add a picture to your project, up to five; what counts for the deadline is when it has arrived, not when it is processed',
  form: {
    fields: z.object({ alternativeText: alternativeText.optional() }),
    files: { picture: picturePart },
    failed: 'picture_failed',
  },
  response: myProject,
  status: 201,
  limit: { max: 120, seconds: 3600 },
});

export const updatePicture = endpoint('PUT /projects/mine/pictures/:id', 'hacker', {
  summary: 'Change the alternative text of a picture, or its place: 0 is the first',
  body: z.strictObject({
    alternativeText: alternativeText.optional(),
    place: z
      .int()
      .min(0)
      .max(limits.project.pictures - 1)
      .optional(),
  }),
  response: myProject,
});

export const deletePicture = endpoint('DELETE /projects/mine/pictures/:id', 'hacker', {
  summary: 'Delete a picture of your project',
  response: myProject,
});

export const getPicture = endpoint('GET /pictures/:id', 'all', {
  summary:
    'Get a picture of the public pages, or of a project: for everybody once the project is in the gallery, before that for its members and organizers',
  response: 'file',
});
