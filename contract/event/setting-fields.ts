// What the page of settings knows of a field beyond its schema. It stands beside the field, in `.meta({ … })`;
// `server/event/settings/setting-shapes.ts` reads schema and meta, and sends the page what to draw.

/** Holds when the field beside it has, or has not, one of these values; null stands for a field that is not set. */
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
  /** The options are a list in the entry that the field `entry` beside it names, by `value`. */
  listOf?: { entry: string; list: string };
}

export type FileKind = 'picture' | 'film' | 'captions' | 'font';
type PlainKind = 'text' | 'timezone' | 'long' | 'lines' | 'number' | 'date' | 'moment' | 'switch' | FileKind;

interface Named {
  label: string;
  hint?: string;
  /** In a list: it repeats the title of its entry, or spells it as a slug, until something else is typed. Drawn last. */
  follows?: 'title' | 'slug';
  /** It is shown, and part of the event, only with such fields beside it. */
  onlyIf?: Condition;
}

/** What stands beside a field of the schema. A field without a label has no field on the page. */
export interface SettingMeta extends Partial<Named> {
  /** Where the schema does not say it. */
  kind?: 'long' | 'timezone' | FileKind;
  /** What an entry of a list is called, and which of its fields is its title. */
  one?: string;
  titleOf?: string;
  /** The labels of options by value; and others from another part of the event. */
  options?: Record<string, string>;
  optionsOf?: OptionSource;
  /** What a new entry has in this field, where that is not the default. */
  initial?: unknown;
  /** A group that can be left out, and is shown without a switch. */
  isOpen?: true;
  /** The choice of leaving the field out; with it, the field is a choice. */
  unset?: string;
  /** An email that can be looked at while it is typed; its name is its kind. */
  hasPreview?: true;
}

declare module 'zod' {
  interface GlobalMeta extends SettingMeta {}
}

interface Options {
  options?: Record<string, string>;
  optionsOf?: OptionSource;
}

/** How a field of the event is typed in. What is left empty is left out of the event. */
export type FieldShape = Named & { name: string } & (
    | { kind: PlainKind }
    | { kind: 'files'; of: FileKind }
    | ({ kind: 'select' } & Options)
    | ({ kind: 'several' } & Options)
    /** A group of fields; with `initial` it can be left out. */
    | { kind: 'group'; fields: FieldShape[]; initial?: object; hasPreview?: boolean }
    | { kind: 'list'; fields: FieldShape[]; one: string; titleOf: string; initial: object }
    /** Lists by name, each in the shape of `list`. */
    | { kind: 'record'; one: string; list: ShapeOf<'list'> }
    /** A value of one of several kinds. */
    | { kind: 'choice'; choices: Choice[] }
  );
export type ShapeOf<Kind extends FieldShape['kind']> = Extract<FieldShape, { kind: Kind }>;

/** Without a field it is the value `initial` itself; with one, any value of the type that `initial` has. */
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
