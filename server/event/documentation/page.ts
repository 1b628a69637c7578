import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { renderPlainPage } from '../../platform/http/plain-page.ts';
import { getSuccessStatus, toJsonSchema } from './openapi.ts';

const audiences = {
  open: 'everyone',
  all: 'everyone',
  user: 'everyone signed in',
  hacker: 'hackers',
  'check-in': 'organizers, the check-in lead and volunteers',
  mentor: 'organizers and mentors',
  staff: 'organizers, leads and those who read applications',
  'application-reviewer': 'organizers and those who read applications',
  'check-in-lead': 'organizers and the check-in lead',
  'judging-lead': 'organizers and the judging lead',
  admin: 'organizers',
  owner: 'owners',
  judge: 'judges',
  reviewer: 'reviewers',
};

function formatRow(term: string, detail: string): string {
  return `<dt>${term}</dt><dd><pre>${escapeHtml(detail)}</pre></dd>`;
}

function formatForm({ fields, files }: NonNullable<Endpoint['form']>): string {
  const parts = Object.entries(files).map(
    ([name, { format, maxBytes }]) => `${name}: ${format}, at most ${maxBytes} bytes`,
  );
  return [formatShape(toJsonSchema(fields, 'input')), ...parts].join('\n');
}

function formatCall(endpoint: Endpoint): string {
  const { method, path, summary, access, params, query, body, form, response, limit } = endpoint;
  const id = `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `<article id="${id}">
<h3><span class="method">${method}</span> <code>/api${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}.</p>
<dl>
<dt>For</dt><dd>${audiences[access]}</dd>
${params ? formatRow('Path', formatShape(toJsonSchema(params, 'input'))) : ''}
${query ? formatRow('Query', formatShape(toJsonSchema(query, 'input'))) : ''}
${body ? formatRow('Body', formatShape(toJsonSchema(body, 'input'))) : ''}
${form ? formatRow('Form', formatForm(form)) : ''}
${endpoint.idempotent ? '<dt>Header</dt><dd><code>Idempotency-Key</code>, a UUID</dd>' : ''}
${formatRow(`Answer ${getSuccessStatus(endpoint)}`, typeof response === 'string' ? response : formatShape(toJsonSchema(response, 'output')))}
${limit ? `<dt>Limit</dt><dd>${limit.max} in ${limit.seconds} seconds</dd>` : ''}
</dl>
</article>`;
}

function formatRefusals(codes: readonly ProblemCode[]): string {
  const rows = codes.map((code) => {
    const { status, message } = problems[code];
    return `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`;
  });
  return `<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

/** Returns these calls, with their fields, and refusals as an HTML page. It needs no script. */
export function renderDocumentationPage(
  endpoints: readonly Endpoint[],
  refusals: readonly ProblemCode[],
  eventName: string,
): string {
  const groups = Map.groupBy(endpoints, ({ path }) => path.split('/')[1] ?? '');
  const sections = [...groups].map(
    ([name, calls]) =>
      `<section><h2 id="${name}">${escapeHtml(name)}</h2>\n${calls.map(formatCall).join('\n')}</section>`,
  );
  const links = [...groups.keys()].map((name) => `<li><a href="#${name}">${escapeHtml(name)}</a></li>`);
  return renderPlainPage({
    site: eventName,
    title: 'HTTP API',
    isListed: true,
    main: `<h1>HTTP API</h1>
<p>JSON at the site's own address, with its session cookie. Also available as
<a href="/api/openapi.json">OpenAPI</a>.</p>
<nav aria-label="Groups"><ul>${links.join('')}<li><a href="#refusals">refusals</a></li></ul></nav>
${sections.join('\n')}
<section><h2 id="refusals">refusals</h2>
<p>Every refusal is <code>{ success: false, code, message, fields?, requestId }</code>.</p>
${formatRefusals(refusals)}</section>`,
  });
}

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
function formatShape(schema: Schema, indent = ''): string {
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
