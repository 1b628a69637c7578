import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MyProject, ProjectText } from '../../../contract/projects/projects.ts';
import { ApiError, createConnectionError } from '../../lib/api-error.ts';
import { mergeTexts } from './merge-versions.ts';
import { openProjectEditor, type ProjectDraft } from './project-editor.ts';

const empty: ProjectText = {
  ...{ title: '', tagline: '', description: '', repository: '', demo: '', video: '', tags: [], prizes: [] },
};
const project = (version: number, text: Partial<ProjectText> = {}, edit = true) =>
  ({ version, text: { ...empty, ...text }, can: { edit } }) as MyProject;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Given {
  key?: string;
  project?: MyProject;
  draft?: ProjectDraft | undefined;
  answers?: (MyProject | Error)[];
}

let opened = 0;

/** An editor before a server that answers as told. */
function open(given: Given = {}) {
  opened += 1;
  const sent: [number, ProjectText][] = [];
  const stored: (ProjectDraft | undefined)[] = [];
  const answers = given.answers ?? [];
  const editor = openProjectEditor(given.key ?? `draft ${opened}`, {
    project: given.project ?? project(0),
    draft: given.draft,
    send: async (version, text) => {
      sent.push([version, text]);
      const answer = answers.shift() ?? project(version + 1, text);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    store: (draft) => stored.push(draft),
    onSaved: () => undefined,
  });
  return { editor, sent, stored };
}
const changed = (current: MyProject) => new ApiError(409, { code: 'project_changed', current });

test('what is typed is on the device at once, and saved after a pause in one call', async () => {
  const { editor, sent, stored } = open();
  editor.edit({ title: 'Night' });
  editor.edit({ title: 'Night Bus' });
  expect(stored.at(-1)?.text.title).toBe('Night Bus');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([[0, { ...empty, title: 'Night Bus' }]]);
  expect([editor.getState().save, editor.version, stored.at(-1)]).toEqual(['saved', 1, undefined]);
});

test('what is typed while a call is under way is saved next', async () => {
  const { editor, sent } = open();
  editor.edit({ title: 'One' });
  const flushed = editor.flush();
  editor.edit({ title: 'Two' });
  await flushed;
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(([version, { title }]) => [version, title])).toEqual([
    [0, 'One'],
    [1, 'Two'],
  ]);
});

test('without a network it tries again, and nothing typed is lost', async () => {
  const { editor, sent } = open({
    answers: [createConnectionError(), new ApiError(503, {}), new ApiError(404, {})],
  });
  editor.edit({ title: 'Offline' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(editor.getState()).toMatchObject({ save: 'waiting', text: { title: 'Offline' } });
  await vi.advanceTimersByTimeAsync(9000);
  expect([sent.length, editor.getState().save]).toEqual([4, 'saved']);
});

test('changes of different fields are merged and saved on top of theirs', async () => {
  const { editor, sent } = open({ answers: [changed(project(1, { tagline: 'Theirs' }))] });
  editor.edit({ title: 'Mine' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.at(-1)).toEqual([1, { ...empty, title: 'Mine', tagline: 'Theirs' }]);
  expect(editor.getState()).toMatchObject({ save: 'saved', conflicts: [] });
});

test('two versions of a field wait for a choice', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { editor, sent } = open({ answers: [changed(project(1, { title: 'Theirs' }))] });
    editor.edit({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    const { conflicts, text, save } = editor.getState();
    expect([save, text.title, conflicts]).toEqual([
      'conflict',
      'Mine',
      [{ field: 'title', theirs: 'Theirs' }],
    ]);
    expect(await editor.flush()).toBe(false);
    editor.resolve('title', choice === 'mine' ? text.title : conflicts[0]!.theirs);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.slice(1).map(([version, { title }]) => [version, title])).toEqual(
      choice === 'mine' ? [[1, 'Mine']] : [],
    );
    expect(editor.getState()).toMatchObject({
      save: 'saved',
      text: { title: choice === 'mine' ? 'Mine' : 'Theirs' },
    });
  }
});

test('a conflict without a choice is still one after a reload, and when they save another field', async () => {
  const theirs = project(2, { description: 'Theirs' });
  const draft = { version: 1, base: empty, text: { ...empty, title: 'Night', description: 'Mine' } };
  const onFailure = async () => {
    const { editor, stored } = open({ project: project(1), answers: [changed(theirs)] });
    editor.edit(draft.text);
    await vi.advanceTimersByTimeAsync(60_000);
    return stored.at(-1);
  };
  const onRefusal = async () => {
    const refused = new ApiError(409, { code: 'project_closed', message: 'Closed.' });
    const { editor, stored } = open({ project: project(1), answers: [refused] });
    editor.edit(draft.text);
    await vi.advanceTimersByTimeAsync(60_000);
    editor.receive(theirs);
    return stored.at(-1);
  };
  const onOpening = async () => open({ project: theirs, draft }).stored.at(-1);
  for (const begin of [onFailure, onRefusal, onOpening])
    for (const now of [theirs, project(3, { description: 'Theirs', tagline: 'Home' })]) {
      const { editor, sent } = open({ project: theirs, draft: await begin() });
      editor.receive(now);
      await vi.advanceTimersByTimeAsync(60_000);
      const conflicts = [{ field: 'description', theirs: 'Theirs' }];
      expect(editor.getState()).toMatchObject({ save: 'conflict', text: { description: 'Mine' }, conflicts });
      expect(sent).toEqual([]);
      editor.resolve('description', 'Theirs');
      await vi.advanceTimersByTimeAsync(1000);
      expect(sent).toEqual([[now.version, { ...now.text, title: 'Night' }]]);
    }
});

test('a draft of this device continues on top of what others have saved since', async () => {
  const draft = {
    version: 1,
    base: { ...empty, title: 'Old' },
    text: { ...empty, title: 'Old', tagline: 'Mine' },
  };
  const { editor, sent } = open({ draft, project: project(3, { title: 'New' }) });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([[3, { ...empty, title: 'New', tagline: 'Mine' }]]);
  expect(editor.version).toBe(4);
});

test('a refusal waits for a correction', async () => {
  const { editor, sent } = open({
    answers: [new ApiError(409, { code: 'project_closed', message: 'Closed.' })],
  });
  editor.edit({ title: 'Late' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(editor.getState()).toMatchObject({ save: 'refused', message: 'Closed.', text: { title: 'Late' } });
  editor.edit({ title: 'Later' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(2);
});

test('nothing is sent while the project is closed, and what is typed stays until it opens again or is discarded', async () => {
  for (const isDiscarded of [false, true]) {
    const { editor, sent, stored } = open({ project: project(1) });
    editor.edit({ title: 'Late' });
    editor.receive(project(2, { tagline: 'Theirs' }, false));
    expect(await editor.flush()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent, stored.at(-1)?.text.title]).toEqual([[], 'Late']);
    if (isDiscarded) editor.discard();
    editor.receive(project(2, { tagline: 'Theirs' }));
    await vi.advanceTimersByTimeAsync(60_000);
    const text = { ...empty, title: isDiscarded ? '' : 'Late', tagline: 'Theirs' };
    expect(editor.getState()).toMatchObject({ save: 'saved', text });
    expect([sent, stored.at(-1)]).toEqual([isDiscarded ? [] : [[2, text]], undefined]);
  }
});

test('what differs by white space alone is no conflict', () => {
  const base = { ...empty, description: 'One' };
  const { text, conflicts } = mergeTexts(
    base,
    { ...base, description: 'One  \n\nTwo' },
    { ...base, description: 'One ' },
  );
  expect([text.description, conflicts]).toEqual(['One  \n\nTwo', []]);
});

test('a project that somebody else deletes is empty here too, but for what is being typed', async () => {
  const at = (now: string, version: number, text: Partial<ProjectText> = {}) => ({
    ...project(version, text),
    now,
  });
  const { editor } = open({ project: at('2025-09-20T10:00', 5, { title: 'Night Bus', tagline: 'Home' }) });
  editor.receive(at('2025-09-20T09:59', 0));
  expect(editor.getState().text.title).toBe('Night Bus');
  editor.edit({ tagline: 'Home again' });
  editor.receive(at('2025-09-20T10:01', 0));
  const { text, conflicts } = editor.getState();
  expect([text.title, text.tagline, editor.version]).toEqual(['', 'Home again', 0]);
  expect(conflicts).toEqual([{ field: 'tagline', theirs: '' }]);
});

test('a page that is left and opened again without a network goes on with its text', async () => {
  const answers = [createConnectionError(), createConnectionError()];
  const first = open({ key: 'mine', answers });
  first.editor.edit({ title: 'Night' });
  await vi.advanceTimersByTimeAsync(1000);
  // The page is left, and opened with what the device has stored.
  await first.editor.flush();
  const second = open({ key: 'mine', draft: first.stored.at(-1) });
  second.editor.edit({ title: 'Night Bus' });
  await vi.advanceTimersByTimeAsync(60_000);
  const sent = [...first.sent, ...second.sent].map(([version, { title }]) => [version, title]);
  expect(sent).toEqual([
    [0, 'Night'],
    [0, 'Night'],
    [0, 'Night Bus'],
  ]);
  expect(second.editor.getState()).toMatchObject({ save: 'saved', text: { title: 'Night Bus' } });
  expect([...first.stored, ...second.stored].at(-1)).toBeUndefined();
});

test('a saved text is open again with what another tab has left, and a left one is sent once more', async () => {
  const first = open({ key: 'tab' });
  first.editor.edit({ title: 'Night' });
  await first.editor.flush();
  expect(open({ key: 'tab' }).editor).toBe(first.editor);
  const draft = { version: 1, base: { ...empty, title: 'Night' }, text: { ...empty, title: 'Other tab' } };
  const second = open({ key: 'tab', project: project(1, { title: 'Night' }), draft });
  await vi.advanceTimersByTimeAsync(0);
  expect(second.sent).toEqual([[1, { ...empty, title: 'Other tab' }]]);

  for (const answer of [project(3), createConnectionError(), changed(project(3, { tagline: 'Theirs' }))]) {
    const left = open({ project: project(2), answers: [answer] });
    left.editor.edit({ title: 'Last words' });
    const other = open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(left.sent).toEqual([[2, { ...empty, title: 'Last words' }]]);
    expect(left.stored.at(-1)?.text.title).toBe(answer instanceof Error ? 'Last words' : undefined);
    expect(other.sent).toEqual([]);
  }
});
