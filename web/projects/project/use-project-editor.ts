import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MyProject, ProjectText } from '../../../contract/projects/projects.ts';
import { deleteDrafts, projectDraftKey, saveDraftText } from '../../lib/draft-store.ts';
import { listenTo } from '../../lib/listen-to.ts';
import { isLogOutPending } from '../../lib/log-out.ts';
import { useUser } from '../../lib/session.api.ts';
import { createSaveProject, useMarkEditing, useSetProject } from './project.api.ts';
import { openProjectEditor, type ProjectDraft } from './project-editor.ts';

/** How long after their last key somebody counts as writing, in milliseconds. */
const writesFor = 10_000;
/** How long others count as writing without news of the project, such as offline, in milliseconds. */
const trustedFor = 8000;

export type ProjectEditing = ReturnType<typeof useProjectEditor>;

/** The editor of a project, with its state; it follows what others save, and the network when it comes back. */
export function useProjectEditor(project: MyProject, draft: ProjectDraft | undefined) {
  const user = useUser();
  const setProject = useSetProject();
  const [editor] = useState(() => {
    const key = projectDraftKey(user);
    const store = async (changed: ProjectDraft | undefined) => {
      if (isLogOutPending()) return;
      await (changed ? saveDraftText(key, { ...changed }) : deleteDrafts(key));
    };
    return openProjectEditor(key, {
      project,
      draft,
      send: createSaveProject(user.team),
      store: (changed) => void store(changed).catch((error: unknown) => console.warn(error)),
      onSaved: setProject,
    });
  });
  useEffect(() => editor.receive(project), [editor, project]);
  useEffect(() => {
    const flush = () => void editor.flush();
    // What was left unsaved when the page was open last.
    flush();
    const unsubscribe = listenTo(window, ['online', 'pagehide'], flush);
    return () => {
      unsubscribe();
      flush();
    };
  }, [editor]);
  const [field, setField] = useState<keyof ProjectText | null>(null);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(idle.current), []);
  const onField = (next: keyof ProjectText | null) => {
    clearTimeout(idle.current);
    setField(next);
    if (next) idle.current = setTimeout(() => setField(null), writesFor);
  };
  useMarkEditing(field, user.team !== null && project.can.edit);
  const [old, setOld] = useState<MyProject>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(project), trustedFor);
    return () => clearTimeout(timer);
  }, [project]);
  // Nobody can write in a project that is closed.
  const editors = project.can.edit && project !== old ? project.editors : [];
  return { editor, editors, onField, ...useSyncExternalStore(editor.subscribe, editor.getState) };
}
