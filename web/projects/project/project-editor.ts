import type { MyProject, ProjectText } from '../../../contract/projects/projects.ts';
import { ApiError, getErrorMessage, isConnectionLost } from '../../lib/api-error.ts';
import { isSameText, mergeTexts, type TextConflict } from './merge-versions.ts';
import { isNewerProject } from './newer-project.ts';

/** What of a project is stored on this device until the server has it: the text, and what it was made from. */
export interface ProjectDraft {
  version: number;
  base: ProjectText;
  text: ProjectText;
  /** The name of the team. */
  team?: string | null;
}

/** `waiting`: for the network; `conflict`: for a choice; `refused`: for a correction. */
type SaveState = 'saved' | 'saving' | 'waiting' | 'conflict' | 'refused';

interface EditorState {
  text: ProjectText;
  save: SaveState;
  /** Why the server refused it. */
  message: string;
  conflicts: TextConflict[];
}

interface EditorOptions {
  project: MyProject;
  /** What this device had stored and not yet sent. */
  draft?: ProjectDraft | undefined;
  send: (version: number, text: ProjectText) => Promise<MyProject>;
  /** Stores the draft on this device; undefined deletes it. */
  store: (draft: ProjectDraft | undefined) => void;
  /** Receives what the server has stored. */
  onSaved: (project: MyProject) => void;
}

// In milliseconds.
const pause = 1000;
const retryAfter = 3000;

/**
 * The text of a project while it is written: saved a second after the last change, one call at a time, on this device until
 * the server has it. What others save meanwhile is merged field by field; where both have changed one, saving waits until
 * somebody has chosen.
 */
class ProjectEditor {
  #state: EditorState;
  #version: number;
  /** The server's time when it had this version. */
  #now: string;
  #base: ProjectText;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  #received: MyProject;
  #isClosed = false;
  readonly #listeners = new Set<() => void>();
  readonly #options: EditorOptions;

  constructor(options: EditorOptions) {
    const { project, draft } = options;
    this.#options = options;
    this.#received = project;
    this.#version = draft?.version ?? project.version;
    this.#now = project.now;
    this.#base = draft?.base ?? project.text;
    this.#state = { text: draft?.text ?? project.text, save: 'saved', message: '', conflicts: [] };
    // Also at the same version: it can have a conflict without a choice.
    if (draft && draft.version <= project.version) this.#merge(project);
    this.#schedule(0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): EditorState => this.#state;

  /** The version that the server has. */
  get version(): number {
    return this.#version;
  }

  edit(change: Partial<ProjectText>): void {
    this.#set({ text: { ...this.#state.text, ...change } });
    this.#store();
    this.#schedule(pause);
  }

  /** Takes in what somebody else has saved. */
  receive(project: MyProject): void {
    const reopens = !this.#received.can.edit && project.can.edit;
    this.#received = project;
    if (this.#saving) return;
    if (isNewerProject(project, { version: this.#version, now: this.#now })) this.#merge(project);
    else if (!reopens) return;
    this.#schedule(0);
  }

  /** Ends the conflict about a field with the value that somebody chose. */
  resolve(field: keyof ProjectText, value: ProjectText[keyof ProjectText]): void {
    const conflicts = this.#state.conflicts.filter((conflict) => conflict.field !== field);
    const resolved = this.#state.conflicts.find((conflict) => conflict.field === field);
    if (resolved) this.#base = { ...this.#base, [field]: resolved.theirs };
    this.#set({
      conflicts,
      save: conflicts.length > 0 ? 'conflict' : 'saved',
      text: { ...this.#state.text, [field]: value },
    });
    this.#store();
    this.#schedule(0);
  }

  /** Drops what the server does not have. */
  discard(): void {
    this.#set({ text: this.#base });
    this.#merge(this.#received);
  }

  /** Saves what has changed, now, unless the project is closed; returns whether the server has all of it. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#saving) await this.#saving;
    if (!this.isDirty || this.#state.conflicts.length > 0 || !this.#received.can.edit) {
      this.#set({ save: this.#state.conflicts.length > 0 ? 'conflict' : 'saved' });
      return !this.isDirty;
    }
    this.#saving = this.#save().finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
    this.receive(this.#received);
    return !this.isDirty;
  }

  /** Saves what has changed once more, for the last time; what the server does not take stays on this device. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    void this.flush();
  }

  get draft(): ProjectDraft {
    const { team } = this.#options.project;
    return { version: this.#version, base: this.#base, text: this.#state.text, team };
  }

  /** Whether the server does not have all of the text. */
  get isDirty(): boolean {
    return this.#state.conflicts.length > 0 || !isSameText(this.#state.text, this.#base);
  }

  async #save(): Promise<void> {
    const { text } = this.#state;
    this.#set({ save: 'saving', message: '' });
    try {
      const saved = await this.#options.send(this.#version, text);
      this.#version = saved.version;
      this.#now = saved.now;
      this.#base = text;
      this.#set({ save: 'saved' });
      this.#options.onSaved(saved);
      this.#store();
    } catch (error) {
      this.#fail(error);
    }
    if (this.#state.save === 'saved') this.#schedule(pause);
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    if (error instanceof ApiError && error.code === 'project_changed') {
      const current = error.current as MyProject;
      this.#merge(current);
      this.#options.onSaved(current);
      this.#schedule(0);
    } else if (
      error instanceof ApiError &&
      error.status < 500 &&
      error.code !== 'unknown' &&
      !isConnectionLost(error)
    ) {
      this.#set({ save: 'refused', message: getErrorMessage(error, 'Your project could not be saved.') });
    } else {
      this.#set({ save: 'waiting' });
      this.#schedule(retryAfter);
    }
  }

  #merge(project: MyProject): void {
    const { text, conflicts } = mergeTexts(this.#base, this.#state.text, project.text);
    this.#version = project.version;
    this.#now = project.now;
    // A field with a conflict keeps what it was made from: until somebody chooses, it is compared with that again.
    const undecided = Object.fromEntries(conflicts.map(({ field }) => [field, this.#base[field]]));
    this.#base = { ...project.text, ...undecided };
    this.#set({ text, conflicts, save: conflicts.length > 0 ? 'conflict' : 'saved' });
    this.#store();
  }

  #store(): void {
    this.#options.store(this.isDirty ? this.draft : undefined);
  }

  #schedule(after: number): void {
    if (!this.isDirty || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), after);
  }

  #set(change: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

let current: { key: string; draft: ProjectDraft | undefined; editor: ProjectEditor } | undefined;

/** Ends the editor for somebody who has left the team: back in it, they do not go on with that text unasked. */
export function closeProjectEditor(): void {
  current?.editor.close();
  current = undefined;
}

/**
 * Returns the editor of the draft under `key`. It outlives the page, because it tries again until the server has the text, and a
 * second one would send and store another text of the same draft. A saved one ends where another tab has left a draft.
 */
export function openProjectEditor(key: string, options: EditorOptions): ProjectEditor {
  const { draft } = options;
  if (current?.key === key && (current.editor.isDirty || current.draft === draft)) return current.editor;
  current?.editor.close();
  current = { key, draft, editor: new ProjectEditor(options) };
  return current.editor;
}
