/** The description as others read it, as it was last saved. */
export function Preview({ html }: { html: string }) {
  if (html === '') return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">Preview</summary>
      <div
        className="prose mt-2 rounded-md border border-hairline p-4"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown without raw HTML
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </details>
  );
}
