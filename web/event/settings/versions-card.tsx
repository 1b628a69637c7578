import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Settings, SettingsValues } from '../../../contract/event/settings.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorBox, Loaded } from '../../ui/page-states.tsx';
import { describeDifferences } from './differences.ts';
import { DifferenceList, nameAuthor } from './section-card.tsx';
import { useRestoreEvent, versionQuery, versionsQuery } from './settings.api.ts';
import { VersionItem } from './version-item.tsx';

export default function VersionsCard({ settings: { sections, shapes } }: { settings: Settings }) {
  const event = useEvent();
  const query = useQuery(versionsQuery);
  const restore = useRestoreEvent();
  const now: SettingsValues = Object.assign({}, ...sections.map(({ values }) => values));
  return (
    <Card title="Versions of the event" contentClass="grid gap-5">
      <p className="max-w-prose text-muted">
        Each save and each import is a version. Restoring one makes it the newest, so nothing is lost. What
        people have used already, such as a track, must be in it.
      </p>
      {restore.errorText && <ErrorBox message={restore.errorText} />}
      <Loaded query={query} what="versions">
        {(versions) => {
          const newest = versions[0]?.version ?? 0;
          return (
            <ul className="divide-y divide-hairline">
              {versions.map(({ version, sections: changed, at, ...change }) => (
                <VersionItem
                  key={version}
                  title={`${formatDateTime(at, event)}, ${nameAuthor(change)}`}
                  detail={
                    changed.length === sections.length
                      ? 'all sections'
                      : changed.map((name) => shapes[name].title).join(', ')
                  }
                  remark={version === newest ? 'The event as it is now' : undefined}
                  busy={restore.isPending}
                  onRestore={() => restore.mutate({ version, newest })}
                >
                  {version !== newest && <VersionDifferences version={version} now={now} shapes={shapes} />}
                </VersionItem>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface DifferencesProps {
  version: number;
  now: SettingsValues;
  shapes: Settings['shapes'];
}

/** What a version has otherwise; loaded when it is opened. */
function VersionDifferences({ version, now, shapes }: DifferencesProps) {
  const event = useEvent();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...versionQuery(version), enabled: isOpen });
  const fields = Object.values(shapes).flatMap((shape) => shape.fields);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-sm text-muted">What differs</summary>
      <div className="pt-2">
        {isOpen && (
          <Loaded query={query} what="version">
            {({ values }) => {
              const differences = describeDifferences(now, values, { shapes: fields, event });
              if (differences.length === 0) return <p>Nothing: it is the same as now.</p>;
              return <DifferenceList differences={differences} labels={['Now', 'Then']} />;
            }}
          </Loaded>
        )}
      </div>
    </details>
  );
}
