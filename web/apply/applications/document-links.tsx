import { FileText, TriangleAlert } from 'lucide-react';
import type { Application } from '../../../contract/apply/applications.ts';
import { Button } from '../../ui/button.tsx';
import { DetailSection } from './detail-section.tsx';
import type { OpenDocument } from './use-view-state.ts';

interface DocumentLinksProps {
  application: Application;
  reading: OpenDocument | undefined;
  onRead: (document: OpenDocument | undefined) => void;
}

/** Resume and pitch deck, to read beside the application or to download. */
export function DocumentLinks({ application, reading, onRead }: DocumentLinksProps) {
  const documents = [
    { kind: 'resume', part: 'resume', label: 'resume', url: application.resumeUrl },
    { kind: 'deck', part: 'pitchDeck', label: 'pitch deck', url: application.pitchDeckUrl },
  ] as const;
  if (documents.every(({ url }) => url === null)) return null;
  return (
    <DetailSection title="Documents">
      <ul className="flex flex-wrap gap-x-8 gap-y-3">
        {documents.map(
          ({ kind, part, label, url }) =>
            url && (
              <li key={kind} className="flex flex-wrap items-center gap-3">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-pressed={reading === kind}
                  onClick={() => onRead(reading === kind ? undefined : kind)}
                >
                  <FileText size={18} />
                  {reading === kind ? `Close ${label}` : `Read ${label}`}
                </Button>
                <a className="link text-sm" href={url}>
                  Download {label}
                </a>
                {application.activeContent?.includes(part) && (
                  <p className="flex basis-full items-center gap-2 text-sm text-pending">
                    <TriangleAlert size={16} className="shrink-0" />
                    This PDF contains a script, a launch action or an embedded file. Read it here instead of
                    opening a download.
                  </p>
                )}
              </li>
            ),
        )}
      </ul>
    </DetailSection>
  );
}
