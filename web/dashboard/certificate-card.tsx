import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useDownloadCertificate } from './dashboard.api.ts';

export default function CertificateCard() {
  const download = useDownloadCertificate();
  return (
    <Card title="Your certificate">
      <div className="grid justify-items-start gap-4">
        <p>You were there. This page of A4 says so, with an address at which anybody can verify it.</p>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download certificate
        </Button>
      </div>
    </Card>
  );
}
