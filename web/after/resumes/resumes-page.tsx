import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { useTitle } from '../../lib/title.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded } from '../../ui/page-states.tsx';
import { sharedResumesQuery, sharedZipUrl } from './resumes.api.ts';

/** The resumes behind a sponsor's link: whom it is for, what it contains, and how long it works. */
export function Component() {
  useTitle('Resumes');
  const event = useEvent();
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 tabIndex={-1}>Resumes</h1>
      <Loaded
        query={useQuery(sharedResumesQuery)}
        loading="Loading resumes…"
        failed="The resumes could not be loaded. Please try again."
      >
        {(data) => (
          <Card title={`For ${data.name}`} contentClass="grid justify-items-start gap-4">
            <p>
              Participants of {data.event} who agreed to share their resumes. This link ends{' '}
              {formatDateTime(data.expiresAt, event)}; until then the list changes when somebody agrees or
              revokes that. Each download is recorded.
            </p>
            {data.people.length === 0 ? (
              <EmptyState text="Nobody is on this list at the moment." />
            ) : (
              <>
                <LinkButton document href={sharedZipUrl}>
                  Download {formatCount(data.people.length, 'resume')}
                </LinkButton>
                <ul className="grid w-full gap-1">
                  {data.people.map(({ _id, name, track }) => (
                    <li key={_id} className="wrap-anywhere">
                      {formatName(name)} <span className="text-muted">· {track}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Card>
        )}
      </Loaded>
    </div>
  );
}
