import { z } from 'zod';
import { eventFields } from '../../../contract/event/event.ts';
import type {
  Choice,
  FieldShape,
  SectionShape,
  SettingMeta,
  ShapeOf,
} from '../../../contract/event/setting-fields.ts';
import {
  type SettingsSection,
  sectionNames,
  sectionTexts,
  settingsSections,
} from '../../../contract/event/settings.ts';

interface Unwrapped {
  /** The schema without what surrounds it. */
  inner: z.core.$ZodType;
  def: z.core.$ZodTypes['_zod']['def'];
  meta: SettingMeta;
  isOptional: boolean;
  /** Undefined where there is none. */
  byDefault: unknown;
}

/** Takes off what surrounds a schema, such as `.optional()`; an outer meta goes before an inner one. */
function unwrap(schema: z.core.$ZodType, outer: SettingMeta = {}): Unwrapped {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const meta = { ...z.globalRegistry.get(schema), ...outer };
  if (def.type === 'optional') return { ...unwrap(def.innerType, meta), isOptional: true };
  if (def.type === 'default' || def.type === 'prefault')
    return { ...unwrap(def.innerType, meta), byDefault: def.defaultValue };
  if (def.type === 'pipe') return unwrap(def.in, meta);
  if (def.type === 'union') {
    // An optional part of the event is `false` while it is switched off.
    const options = def.options.filter((option) => !isFalse(option));
    if (options.length === 1) return { ...unwrap(options[0]!, meta), isOptional: true, byDefault: undefined };
  }
  return { inner: schema, def, meta, isOptional: false, byDefault: undefined };
}

function isFalse(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'literal' && def.values[0] === false;
}

/** Returns the fields of a group in their order, those that follow the title at the end. */
function listShapes(shape: Record<string, z.core.$ZodType>): FieldShape[] {
  const shapes = Object.entries(shape).flatMap(([name, schema]) => toShape(name, schema) ?? []);
  return [...shapes.filter(({ follows }) => !follows), ...shapes.filter(({ follows }) => follows)];
}

/** Returns what a new group or entry of a list has in its fields. */
function createInitial(shape: Record<string, z.core.$ZodType>): Record<string, unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, getInitial(schema)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function getInitial(schema: z.core.$ZodType): unknown {
  const { def, meta, isOptional, byDefault } = unwrap(schema);
  if (meta.initial !== undefined) return meta.initial;
  if (byDefault !== undefined) return byDefault;
  if (isOptional) return undefined;
  if (def.type === 'object') return createInitial(def.shape);
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'array') return [];
  return def.type === 'string' ? '' : undefined;
}

/** Returns how a field of the schema is typed in; nothing for one without a label. */
function toShape(name: string, schema: z.core.$ZodType, outer?: SettingMeta): FieldShape | undefined {
  const unwrapped = unwrap(schema, outer);
  const { def, meta, isOptional } = unwrapped;
  const { label, hint, follows, onlyIf, kind, options, optionsOf } = meta;
  if (label === undefined) return undefined;
  const named = {
    ...{ name, label },
    ...(hint !== undefined && { hint }),
    ...(follows && { follows }),
    ...(onlyIf && { onlyIf }),
  };
  if (meta.unset !== undefined) return { ...named, kind: 'choice', choices: listChoices(unwrapped) };
  const chosen = { ...(options && { options }), ...(optionsOf && { optionsOf }) };
  if (def.type === 'array') {
    if (options || optionsOf) return { ...named, kind: 'several', ...chosen };
    const entry = unwrap(def.element);
    if (entry.def.type === 'object')
      return {
        ...{ ...named, kind: 'list', one: meta.one!, titleOf: meta.titleOf! },
        ...{ fields: listShapes(entry.def.shape), initial: createInitial(entry.def.shape) },
      };
    const { kind: of } = entry.meta;
    return of && of !== 'long' && of !== 'timezone'
      ? { ...named, kind: 'files', of }
      : { ...named, kind: 'lines' };
  }
  if (options || optionsOf) return { ...named, kind: 'select', ...chosen };
  if (def.type === 'object') {
    const initial = meta.initial ?? createInitial(def.shape);
    return {
      ...{ ...named, kind: 'group', fields: listShapes(def.shape) },
      ...(isOptional && !meta.isOpen && { initial }),
      ...(meta.hasPreview && { hasPreview: true }),
    };
  }
  if (def.type === 'record') {
    const list = toShape('', def.valueType, { label: '' }) as ShapeOf<'list'>;
    return { ...named, kind: 'record', one: meta.one!, list };
  }
  if (def.type === 'boolean') return { ...named, kind: 'switch' };
  if (def.type === 'number') return { ...named, kind: 'number' };
  const format = 'format' in def ? def.format : undefined;
  return { ...named, kind: kind ?? (format === 'date' ? 'date' : format === 'datetime' ? 'moment' : 'text') };
}

/** Returns the choices of a field that may be left out: none, and each kind of value that it can have. */
function listChoices({ inner, def, meta }: Unwrapped): Choice[] {
  const choices = (def.type === 'union' ? def.options : [inner]).map((option): Choice => {
    const { def: chosen, meta: own } = unwrap(option);
    const label = own.label!;
    if (chosen.type === 'literal') return { label, initial: chosen.values[0] };
    const initial = getInitial(option);
    if (chosen.type === 'object') return { label, initial, field: toShape('', option, { label: '' })! };
    return { label, initial, field: toShape('', option, { label: 'Date and time' })! };
  });
  return [{ label: meta.unset! }, ...choices];
}

const shapes = new Map(listShapes(eventFields.shape).map((shape) => [shape.name, shape]));

/** The fields of each section; the schedule has an editor of its own. */
export const sectionShapes = Object.fromEntries(
  sectionNames.map((section) => [
    section,
    {
      ...sectionTexts[section],
      fields: settingsSections[section].flatMap((name) => shapes.get(name) ?? []),
    },
  ]),
) as Record<SettingsSection, SectionShape>;
