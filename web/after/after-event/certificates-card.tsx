import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../contract/platform/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { certificatesQuery, exportUrls } from './after-event.api.ts';

export default function CertificatesCard() {
  return (
    <Card title="Certificates">
      <Loaded
        query={useQuery(certificatesQuery)}
        loading="Counting certificates…"
        failed="The certificates could not be counted."
      >
        {(data) => (
          <div className="grid justify-items-start gap-4">
            <p>
              {formatCount(data.count, 'person has', 'people have')} a certificate: everybody who was checked
              in at the entrance. They find it on their dashboard once the event is over.
            </p>
            {data.unprintable.length > 0 && (
              <div className="grid gap-2">
                <p>
                  The fonts lack some characters of these names, so these people get no certificate. Upload a
                  font in Settings, or ask them to change their name.
                </p>
                <ul className="grid gap-1">
                  {data.unprintable.map(({ name, characters }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two people can have one name, and the list does not change.
                    <li key={at}>
                      {name} <span className="text-muted">({characters})</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {data.count > 0 && (
              <LinkButton document href={exportUrls.certificates} variant="secondary">
                Download all certificates
              </LinkButton>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
