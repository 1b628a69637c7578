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
// The page has its own headings of the first two levels; those of the text follow without a gap, whatever it begins with.
markdown.core.ruler.push('heading_levels', ({ tokens }) => {
  const above: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const level = Number(token.tag.slice(1));
    while (level <= (above.at(-1) ?? 0)) above.pop();
    above.push(level);
    const tag = `h${Math.min(6, above.length + 2)}`;
    // A heading is three tokens: its start, its text, its end.
    for (const part of [token, tokens[at + 2]]) if (part) part.tag = tag;
  }
});

/** Returns Markdown as HTML: no raw HTML, no pictures, links to the web and to email only. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
