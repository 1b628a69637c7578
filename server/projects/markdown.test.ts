import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

test('headings go below those of the page, and lists, code and emphasis are there', () => {
  expect(renderMarkdown('# What\n\n* one\n* **two** `three`')).toBe(
    '<h3>What</h3>\n<ul>\n<li>one</li>\n<li><strong>two</strong> <code>three</code></li>\n</ul>\n',
  );
  expect(renderMarkdown('## A\n\n#### B\n\n### C\n\n## D\n\n# E').match(/h\d(?=>\w)/g)).toEqual([
    'h3',
    'h4',
    'h4',
    'h3',
    'h3',
  ]);
  expect(renderMarkdown('# 1\n## 2\n### 3\n#### 4\n##### 5\n###### Deep')).toContain('<h6>Deep</h6>\n');
});

test('links go to the web and to email, and vouch for nothing', () => {
  const rel = 'rel="nofollow noopener ugc"';
  expect(renderMarkdown('[a](https://a.example) https://b.example <mailto:c@d.example>')).toBe(
    `<p><a href="https://a.example" ${rel}>a</a> <a href="https://b.example" ${rel}>https://b.example</a> ` +
      `<a href="mailto:c@d.example" ${rel}>mailto:c@d.example</a></p>\n`,
  );
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](vbscript:x) [b](data:text/html,<script>x</script>) [c](file:///etc/passwd)',
  '![a](https://tracker.example/a.png)',
  '![a](javascript:alert(1))',
  '[a](https://a.example "x\\" onclick=\\"alert(1)")',
  '<https://a.example/"onmouseover="alert(1)>',
  '```"><script>\nx\n```',
  '<a href="javascript:x">a</a>',
  '[a]: javascript:x\n\n[a]',
];

test.each(hostile)('nothing that acts comes out of %s', (text) => {
  const html = renderMarkdown(text);
  const tags = html.match(/<[^>]*>/g) ?? [];
  for (const tag of tags)
    expect(tag).toMatch(
      /^<\/?(p|pre|code)>$|^<code class="[^"<>]*">$|^<\/a>$|^<a href="https?:[^"<>]*"( title="[^"<>]*")? rel="nofollow noopener ugc">$/,
    );
});

// As long as a description may be. A renderer that takes quadratic time needs minutes for these, and this test times out.
const long = [
  '[',
  '*a ',
  '![[](',
  '> ',
  '`',
  '<',
  '- ',
  '&',
  '**x_ ',
  '[a](<b',
  'https://a.example/ ',
  '~~',
  '\\',
  '|',
];

test.each(long)('a description of nothing but %s is rendered', (piece) => {
  const text = piece.repeat(Math.floor(10_000 / piece.length));
  for (let times = 0; times < 20; times += 1) expect(renderMarkdown(text)).not.toBe('');
});
