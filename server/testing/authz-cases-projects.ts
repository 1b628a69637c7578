import type { Picture } from '../../contract/projects/projects.ts';
import { createApplicant } from './applicants.ts';
import { findId, inAMonth, type MatrixCase, withOwnApplication } from './authz-requests.ts';
import { sendEventFile, sendImport, sendPicture } from './forms.ts';
import { createTestPicture } from './pictures.ts';
import { acceptLateProjects, projectText, saveText, submitTestProject } from './projects.ts';
import type { MatrixWorld } from './world.ts';

/** The caller may enter a project. */
const withProjects: MatrixCase = {
  prepare: ({ site }) => acceptLateProjects(site),
  own: withOwnApplication('approved'),
};
/** The caller has a draft. */
const withDraft: MatrixCase = {
  ...withProjects,
  own: async (as, world) => {
    await withOwnApplication('approved')(as, world);
    await saveText(as, 0);
  },
};

/** Lets the leader enter a project, and sends its id. */
const aboutProjectOfTeam = (enter: (world: MatrixWorld) => Promise<unknown>): MatrixCase => ({
  prepareRequest: async (world) => {
    const { site, cast, team } = world;
    await acceptLateProjects(site);
    await createApplicant(site, cast.leader);
    await enter(world);
    return { params: { id: await findId(site, 'projects', { team_id: team.id }) } };
  },
});

const picture = await createTestPicture({ width: 8, height: 8 });

/** Everybody who may enter a project is approved, and the team has one with a picture. */
async function addPictureOfTeam({ cast, site }: MatrixWorld): Promise<Picture> {
  await acceptLateProjects(site);
  for (const who of [cast.hacker, cast.other, cast.member, cast.leader]) await createApplicant(site, who);
  return (await sendPicture(cast.leader, picture)).json().pictures[0];
}
const aboutPictureOfTeam: MatrixCase = {
  prepareRequest: async (world) => ({ params: { id: (await addPictureOfTeam(world))._id } }),
};

/** The cases of projects and their pictures, by the name of the call. */
export const projectCases: Record<string, MatrixCase> = {
  getProject: aboutProjectOfTeam(({ cast }) => saveText(cast.leader, 0)),
  correctProject: {
    ...aboutProjectOfTeam(({ cast }) => saveText(cast.leader, 0)),
    body: {
      ...{ version: 1, track: 'Hacker Track' },
      text: { title: 'Owls', repository: '', demo: '', video: '', prizes: [] },
    },
  },
  addProjectMember: {
    ...aboutProjectOfTeam(({ cast }) => saveText(cast.leader, 0)),
    request: ({ cast }) => ({ body: { person: cast.member.id } }),
  },
  removeProjectMember: {
    prepareRequest: async (world) => {
      const { params } = await aboutProjectOfTeam(({ cast }) => saveText(cast.leader, 0)).prepareRequest!(
        world,
      );
      return { params: { ...params, userId: world.cast.member.id } };
    },
  },
  updateProjectHidden: aboutProjectOfTeam(({ cast }) => submitTestProject(cast.leader)),
  updateLaterDeadline: {
    request: ({ cast }) => ({ body: { person: cast.leader.id, until: inAMonth } }),
  },
  updateProjectDetails: { ...withDraft, body: { startedOn: '2025-09-01', needsPower: true } },
  dismissReports: { params: { id: crypto.randomUUID() } },
  reportProject: aboutProjectOfTeam(async ({ cast: { admin, leader } }) => {
    await admin.call('PUT', '/projects/switches', { galleryOpen: true });
    await submitTestProject(leader);
  }),
  decideResult: {
    body: {
      ...{ group: 'track:hacker', version: '0.0', revision: 9, places: 1, order: null, reason: '', note: '' },
      ...{ confirmed: [], excluded: [] },
    },
  },
  lockResult: { body: { group: 'track:hacker', version: '0.0', revision: 1 } },
  publishResults: { body: { locked: ['track:hacker 1'] } },
  saveProject: { ...withProjects, body: { version: 0, text: projectText } },
  submitProject: { ...withDraft, body: { version: 1 } },
  withdrawProject: { ...withDraft, body: { version: 1 } },
  deleteProject: { ...withDraft, body: { version: 1 } },
  uploadEventFile: { send: (as) => sendEventFile(as, picture) },
  getEventFile: {
    prepareRequest: async ({ cast }) => ({
      params: { id: (await sendEventFile(cast.admin, picture)).json().address.split('/').at(-1)! },
    }),
  },
  createPicture: { prepare: addPictureOfTeam, send: (as) => sendPicture(as, picture) },
  updatePicture: aboutPictureOfTeam,
  deletePicture: aboutPictureOfTeam,
  getPicture: {
    prepareRequest: async (world) => ({
      params: { id: (await addPictureOfTeam(world)).url.split('/').at(-1)! },
    }),
  },
  importProjects: {
    send: (as) => sendImport(as, 'Project Title,Submission Url\nNight Bus,https://devpost.example/bus\n'),
  },
};
