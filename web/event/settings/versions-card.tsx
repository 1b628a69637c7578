import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings, SettingsValues } from '../../../contract/event/settings.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { describeDifferences } from './differences.ts';
import { DifferenceList, nameAuthor } from './section-card.tsx';
import { useRestoreEvent, versionQuery, versionsQuery } from './settings.api.ts';

export default function VersionsCard({ settings: { sections, shapes } }: VersionsCardProps) {
  const event = useEvent();
  const { data: versions = [] } = useQuery(versionsQuery);
  const restore = useRestoreEvent();
  const now: SettingsValues = Object.assign({}, ...sections.map(({ values }) => values));
  const [newest] = versions;
  return (
    <Card title="Versions of the event" contentClass="grid gap-5">
      <p className="max-w-prose text-muted">
        Each save and each import is a version. Restoring one makes it the newest, so nothing is lost. What
        people have used already, such as a track, must be in it.
      </p>
      {restore.errorText && <ErrorBox message={restore.errorText} />}
      <ul className="divide-y divide-hairline">
        {versions.map(({ version, sections: changed, at, ...change }) => {
          const title = `${formatDateTime(at, event)}, ${nameAuthor(change)}`;
          return (
            <li key={version} className="grid gap-2 py-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  {title}
                  <span className="text-muted">
                    {' · '}
                    {changed.length === sections.length
                      ? 'all sections'
                      : changed.map((name) => shapes[name].title).join(', ')}
                  </span>
                </span>
                {version === newest?.version ? (
                  <span className="text-sm text-muted">The event as it is now</span>
                ) : (
                  <Button
                    variant="secondary"
                    size="sm"
                    busy={restore.isPending}
                    aria-label={`Restore: ${title}`}
                    onClick={() => restore.mutate({ version, newest: newest!.version })}
                  >
                    Restore
                  </Button>
                )}
              </div>
              {version !== newest?.version && (
                <VersionDifferences version={version} now={now} shapes={shapes} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface VersionsCardProps {
  settings: Settings;
}

interface DifferencesProps {
  version: number;
  now: SettingsValues;
  shapes: Settings['shapes'];
}

/** What a version has otherwise; loaded when it is opened. */
function VersionDifferences({ version, now, shapes }: DifferencesProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...versionQuery(version), enabled: isOpen });
  const fields = Object.values(shapes).flatMap((shape) => shape.fields);
  const differences = data && describeDifferences(now, data.values, fields);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-sm text-muted">What differs</summary>
      <div className="pt-2">
        {differences?.length === 0 && <p>Nothing: it is the same as now.</p>}
        {differences && <DifferenceList differences={differences} labels={['Now', 'Then']} />}
      </div>
    </details>
  );
}
