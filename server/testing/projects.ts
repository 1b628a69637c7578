import type { MyProject, ProjectText } from '../../contract/projects/projects.ts';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

export const projectText: ProjectText = {
  title: 'Night Bus',
  tagline: 'Finds the last bus home.',
  description: 'It *knows* the timetable.',
  repository: 'https://code.example/night-bus',
  demo: '',
  video: '',
  tags: ['Postgres'],
  prizes: [],
};

/** Sets the deadline of a test's event, in milliseconds from the program's clock. */
export function setDeadline({ services }: TestApp, fromNow: number): void {
  if (!services.event.projects) throw new Error('This event has no projects.');
  const deadline = new Date(services.now().getTime() + fromNow).toISOString();
  services.event.projects = { ...services.event.projects, deadline };
}

/** Accepts projects after the deadline, which for the default event is in the past. */
export async function acceptLateProjects({
  services,
}: {
  services: Pick<TestApp['services'], 'db'>;
}): Promise<void> {
  const value = JSON.stringify({ acceptsLate: true });
  await services.db
    .insertInto('settings')
    .values({ key: 'projects', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Saves a project as somebody; the answer as it came. */
export function saveText(who: TestActor, version: number, text: Partial<ProjectText> = {}) {
  return who.call('PUT', '/projects/mine', { version, text: { ...projectText, ...text } });
}

/** Saves and submits a new project. Throws when either is refused. */
export async function submitTestProject(who: TestActor, text: Partial<ProjectText> = {}): Promise<MyProject> {
  const saved = await saveText(who, 0, text);
  if (saved.statusCode !== 200) throw new Error(saved.body);
  const submitted = await who.call('POST', '/projects/mine/submit', { version: saved.json().version });
  if (submitted.statusCode !== 200) throw new Error(submitted.body);
  return submitted.json();
}
