import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, maxNesting: 20 });
// Pictures of other sites would tell them who reads the page.
markdown.disable('image');
// Only addresses of the web and of email, whatever the text says.
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());

const { rules } = markdown.renderer;
rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener ugc');
  return renderer.renderToken(tokens, index, options);
};
// The page has its own headings of the first two levels.
const deeper = (tag: string) => `h${Math.min(6, Number(tag.slice(1)) + 2)}`;
for (const rule of ['heading_open', 'heading_close'])
  rules[rule] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index]!;
    token.tag = deeper(token.tag);
    return renderer.renderToken(tokens, index, options);
  };

/** Returns Markdown as HTML: no raw HTML, no pictures, links to the web and to email only. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
