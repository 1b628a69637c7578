import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import type { MatrixCase } from './authz-requests.ts';
import { sendImport, sendPicture } from './forms.ts';
import { createTestPicture } from './pictures.ts';
import { acceptLateProjects } from './projects.ts';
import type { MatrixWorld } from './world.ts';

/** Everybody who may enter a project is approved, and the team has one with a picture. */
async function addPictureOfTeam({ cast }: MatrixWorld, site: TestApp): Promise<void> {
  await acceptLateProjects(site);
  for (const who of [cast.hacker, cast.other, cast.member, cast.leader])
    await createApplicant(site, who, { status: 'approved' });
  await sendPicture(cast.leader, await createTestPicture({ width: 8, height: 8 }));
}

const findPicture = ({ team }: MatrixWorld, { services }: TestApp) =>
  services.db
    .selectFrom('project_pictures as p')
    .innerJoin('projects', 'projects.id', 'p.project_id')
    .where('projects.team_id', '=', team.id)
    .select(['p.id', 'p.picture_file_id as fileId'])
    .executeTakeFirstOrThrow();

export const pictureCases: Record<string, MatrixCase> = {
  createPicture: {
    prepare: addPictureOfTeam,
    send: async (as) => sendPicture(as, await createTestPicture({ width: 8, height: 8 })),
  },
  updatePicture: {
    prepare: addPictureOfTeam,
    request: async (world, site) => ({
      params: { id: (await findPicture(world, site)).id },
      body: { alternativeText: 'Us' },
    }),
  },
  deletePicture: {
    prepare: addPictureOfTeam,
    request: async (world, site) => ({ params: { id: (await findPicture(world, site)).id } }),
  },
  importProjects: {
    send: (as) => sendImport(as, 'Project Title,Submission Url\nNight Bus,https://devpost.example/bus\n'),
  },
  getPicture: {
    prepare: addPictureOfTeam,
    request: async (world, site) => ({ params: { id: (await findPicture(world, site)).fileId } }),
  },
};
