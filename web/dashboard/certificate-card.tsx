import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useDownloadCertificate } from './dashboard.api.ts';

export default function CertificateCard() {
  const download = useDownloadCertificate();
  return (
    <Card title="Your certificate">
      <div className="grid justify-items-start gap-4">
        <p>A one-page PDF that says you were there, with an address where anyone can verify it.</p>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download certificate
        </Button>
      </div>
    </Card>
  );
}
