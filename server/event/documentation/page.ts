import { type ProblemCode, problems } from '../../../contract/errors.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { renderPlainPage } from '../../platform/http/plain-page.ts';
import { getSuccessStatus, toJsonSchema } from './openapi.ts';
import { formatShape } from './shape.ts';

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
