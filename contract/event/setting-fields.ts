// What the settings page needs to know about a field beyond its schema. It is written next to the field, in `.meta({ … })`;
// `server/event/settings/setting-shapes.ts` combines schema and meta into what the page draws.

/** True when the neighboring field has, or does not have, one of these values; null stands for a field that is not set. */
export interface Condition {
  field: string;
  is?: readonly unknown[];
  isNot?: readonly unknown[];
}

/** Options that are entries of another part of the event, or the keys of a record. */
export interface OptionSource {
  /** Such as `projects.rubrics`. */
  path: string;
  value?: string;
  label?: string;
  onlyIf?: Condition;
  /** The options are a list in the entry that the neighboring field `entry` names, by `value`. */
  listOf?: { entry: string; list: string };
}

export type FileKind = 'picture' | 'film' | 'captions' | 'font';
type PlainKind = 'text' | 'timezone' | 'long' | 'lines' | 'number' | 'date' | 'moment' | 'switch' | FileKind;

interface Named {
  label: string;
  hint?: string;
  /** In a list: it repeats the entry's title, or its slug until it is saved, unless typed; `always`: the slug. Drawn last. */
  follows?: 'title' | 'slug' | 'always';
  /** Shown, and part of the event, only if the neighboring fields match, each of several conditions. */
  onlyIf?: Condition | Condition[];
}

/** The metadata of a field. A field without a label is not on the page. */
export interface SettingMeta extends Partial<Named> {
  /** If the schema does not determine it. */
  kind?: 'long' | 'timezone' | FileKind;
  /** The word for an entry of a list, and the field that is its title. */
  one?: string;
  titleOf?: string;
  /** Labels of options by value, and options from another part of the event. */
  options?: Record<string, string>;
  optionsOf?: OptionSource;
  /** A new entry's value in this field, if not the default. */
  initial?: unknown;
  /** A group that can be left out and is shown without a switch. */
  isOpen?: true;
  /** The label for leaving the field out; if set, the field is drawn as a choice. */
  unset?: string;
  /** An email with a live preview; the field's name is its kind. */
  hasPreview?: true;
}

declare module 'zod' {
  interface GlobalMeta extends SettingMeta {}
}

interface Options {
  options?: Record<string, string>;
  optionsOf?: OptionSource;
}

/** How a field of the event is entered. Empty fields are left out of the event. */
export type FieldShape = Named & { name: string } & (
    | { kind: PlainKind }
    | { kind: 'files'; of: FileKind }
    | ({ kind: 'select' } & Options)
    | ({ kind: 'several' } & Options)
    /** A group of fields; if it has `initial`, it can be left out. */
    | { kind: 'group'; fields: FieldShape[]; initial?: object; hasPreview?: boolean }
    | { kind: 'list'; fields: FieldShape[]; one: string; titleOf: string; initial: object }
    /** Lists by name, each with the shape of `list`. */
    | { kind: 'record'; one: string; list: ShapeOf<'list'> }
    /** A value of one of several kinds. */
    | { kind: 'choice'; choices: Choice[] }
  );
export type ShapeOf<Kind extends FieldShape['kind']> = Extract<FieldShape, { kind: Kind }>;

/** Without a field, the value is `initial` itself; with one, any value of the same type. */
export interface Choice {
  label: string;
  initial?: unknown;
  field?: FieldShape;
}

export interface SectionShape {
  title: string;
  about: string;
  fields: FieldShape[];
}
