import type { Application } from '../../contract/applications.ts';
import { formatDateTime } from '../../contract/format.ts';
import { useEvent } from '../lib/event.api.ts';

/** What an applicant answered and agreed to beyond the specification's form. */
export default function AnswersCard({ application }: { application: Application }) {
  const event = useEvent();
  const { agreements = [] } = application;
  const open = (event?.agreements ?? []).filter(
    ({ id, version }) =>
      !agreements.some((made) => made.id === id && made.version === version && !made.revokedAt),
  );
  if (agreements.length + open.length === 0) return null;
  return (
    <section aria-labelledby="agreements">
      <h3 id="agreements" className="text-lg">
        Agreements
      </h3>
      <ul className="mt-2 grid gap-1 text-sm">
        {agreements.map(({ id, version, title, at, revokedAt }) => (
          <li key={`${id} ${version}`}>
            <strong>{title}</strong> (version {version}): agreed {formatDateTime(at, event)}
            {revokedAt && `, taken back ${formatDateTime(revokedAt, event)}`}
          </li>
        ))}
        {open.map(({ id, version, title, required }) => (
          <li key={`${id} ${version}`}>
            <strong>{title}</strong> (version {version}): {required ? 'not agreed yet' : 'no'}
          </li>
        ))}
      </ul>
    </section>
  );
}
