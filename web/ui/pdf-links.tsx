import FileText from 'lucide:file-text';

/** Links to the documents of an application, as far as there are any. */
export function PdfLinks(documents: { resumeUrl?: string | null; pitchDeckUrl?: string | null }) {
  const links = { Resume: documents.resumeUrl, 'Pitch deck': documents.pitchDeckUrl };
  return Object.entries(links).map(
    ([name, href]) =>
      href && (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noopener"
          className="link inline-flex min-h-11 items-center gap-2"
        >
          <FileText />
          {name}
          <span className="sr-only">(PDF, opens in a new tab)</span>
        </a>
      ),
  );
}
