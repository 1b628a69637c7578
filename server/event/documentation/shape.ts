type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  additionalProperties?: Schema | boolean;
};

function simple({ type, format, maxLength, minimum, maximum }: Schema): string {
  const bounds = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  const [low, high] = [bounds(minimum), bounds(maximum)];
  if (low !== undefined || high !== undefined) return `${type} ${low ?? ''}..${high ?? ''}`;
  if (Array.isArray(type)) return type.join(' | ');
  return `${format ?? type ?? 'anything'}${maxLength ? ` (at most ${maxLength})` : ''}`;
}

/** A JSON Schema as people write shapes: `{ name: string, maxMembers?: 2 | 3 | 4 }`, indented where it is long. */
export function formatShape(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => formatShape(choice, indent)).join(' | ');
  if (schema.type === 'array') return `[${formatShape(schema.items ?? {}, indent)}]`;
  if (schema.type !== 'object') return simple(schema);
  if (!schema.properties) {
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return `{ [name]: ${formatShape(values, indent)} }`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties).map(
    ([name, property]) =>
      `${name}${schema.required?.includes(name) ? '' : '?'}: ${formatShape(property, inner)}`,
  );
  const line = `{ ${fields.join(', ')} }`;
  if (line.length < 72 && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${inner}${field}`).join(',\n')}\n${indent}}`;
}
