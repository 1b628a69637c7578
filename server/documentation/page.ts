import type { Endpoint } from '../../contract/endpoint.ts';
import { problems } from '../../contract/errors.ts';
import { successStatus, toJsonSchema } from './openapi.ts';
import { formatShape } from './shape.ts';
import { styles } from './styles.ts';

const who = {
  open: 'everybody',
  all: 'everybody',
  user: 'anybody signed in',
  hacker: 'hackers',
  door: 'organisers and volunteers',
  admin: 'organisers',
  judge: 'judges',
  reviewer: 'whoever knows the password of the results',
};

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function row(term: string, detail: string): string {
  return `<dt>${term}</dt><dd><pre>${escaped(detail)}</pre></dd>`;
}

function formFields({ fields, files }: NonNullable<Endpoint['form']>): string {
  const parts = Object.entries(files).map(
    ([name, { maxBytes }]) => `${name}: PDF, at most ${maxBytes} bytes`,
  );
  return [formatShape(toJsonSchema(fields, 'input')), ...parts].join('\n');
}

function call(declared: Endpoint): string {
  const { method, path, summary, access, params, query, body, form, answer, limit } = declared;
  const id = `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `<article id="${id}">
<h3><span class="method">${method}</span> <code>/api${escaped(path)}</code></h3>
<p>${escaped(summary)}.</p>
<dl>
<dt>For</dt><dd>${who[access]}</dd>
${params ? row('Path', formatShape(toJsonSchema(params, 'input'))) : ''}
${query ? row('Query', formatShape(toJsonSchema(query, 'input'))) : ''}
${body ? row('Body', formatShape(toJsonSchema(body, 'input'))) : ''}
${form ? row('Form', formFields(form)) : ''}
${declared.idempotent ? '<dt>Header</dt><dd><code>Idempotency-Key</code>, a UUID</dd>' : ''}
${row(`Answer ${successStatus(declared)}`, typeof answer === 'string' ? answer : formatShape(toJsonSchema(answer, 'output')))}
${limit ? `<dt>Limit</dt><dd>${limit.max} in ${limit.seconds} seconds</dd>` : ''}
</dl>
</article>`;
}

function refusals(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escaped(message)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

/** The contract as a page to read: every call with its fields, and every refusal. It needs no script. */
export function renderDocumentationPage(endpoints: readonly Endpoint[], eventName: string): string {
  const groups = Map.groupBy(endpoints, ({ path }) => path.split('/')[1] ?? '');
  const sections = [...groups].map(
    ([name, calls]) =>
      `<section><h2 id="${name}">${escaped(name)}</h2>\n${calls.map(call).join('\n')}</section>`,
  );
  const links = [...groups.keys()].map((name) => `<li><a href="#${name}">${escaped(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>HTTP calls · ${escaped(eventName)}</title>
<style>${styles}</style>
</head>
<body>
<header><a href="/">${escaped(eventName)}</a></header>
<main>
<h1>HTTP calls</h1>
<p>JSON over the site's own address, with its session cookie. The same as
<a href="/api/openapi.json">OpenAPI</a> for programs.</p>
<nav aria-label="Groups of calls"><ul>${links.join('')}<li><a href="#refusals">refusals</a></li></ul></nav>
${sections.join('\n')}
<section><h2 id="refusals">refusals</h2>
<p>Every refusal is <code>{ success: false, code, message, fields?, requestId }</code>.</p>
${refusals()}</section>
</main>
</body>
</html>
`;
}
