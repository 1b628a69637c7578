import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { projectFieldLabels } from '../project/project-field-labels.ts';
import { LaterDeadlineDialog } from './later-deadline.tsx';
import { projectQuery } from './projects-overview.api.ts';

const CorrectProject = lazyPart(() => import('./correct-project.tsx'));

interface OpenedProjectProps {
  id: string;
  name: string;
  by: string | null;
  /** For everybody. */
  deadline: string;
}

/** A project in full below its row: what it says, its pictures and links, and everybody on it. */
export default function OpenedProject({ id, name, by, deadline }: OpenedProjectProps) {
  const [isMoving, setMoving] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
  const event = useEvent();
  const { data, error, refetch } = useQuery(projectQuery(id));
  if (error && !data)
    return (
      <ErrorBox message={getErrorMessage(error, 'The project could not be loaded.')} onRetry={refetch} />
    );
  if (!data) return <Skeleton text="Loading the project…" />;
  const { text, descriptionHtml, pictures, links, details, tableNumber, people } = data;
  const prizes = [...(event?.specialCategories ?? []), ...(event?.projects?.prizes ?? [])];
  const facts: [label: string, value: ReactNode][] = [
    ['Table', tableNumber],
    [projectFieldLabels.tags, text.tags.join(', ')],
    [
      projectFieldLabels.prizes,
      text.prizes.map((key) => prizes.find((prize) => prize.key === key)?.label ?? key).join(', '),
    ],
    ['Started on', details.startedOn],
    ['Power', details.needsPower && 'Needed at the table'],
  ];
  return (
    <div className="grid gap-x-8 gap-y-4 rounded-md bg-surface-2 p-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <div className="grid gap-4">
        {descriptionHtml ? (
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown without raw HTML
            dangerouslySetInnerHTML={{ __html: descriptionHtml }}
          />
        ) : (
          <p className="text-muted">There is no description yet.</p>
        )}
        {pictures.length > 0 && (
          <ul aria-label={`Pictures of ${name}`} className="flex flex-wrap gap-3">
            {pictures.map(({ _id, url, thumbnailUrl, alternativeText }, index) => (
              <li key={_id}>
                <a href={url} target="_blank" rel="noreferrer">
                  <img
                    src={thumbnailUrl}
                    alt={alternativeText || `Picture ${index + 1} of ${name}`}
                    loading="lazy"
                    className="h-32 max-w-full rounded-md border border-hairline bg-surface object-contain"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-4 text-sm">
        {links.length > 0 && (
          <ul aria-label={`Links of ${name}`} className="grid gap-1">
            {links.map(({ name: link, url, host }) => (
              <li key={link} className="wrap-anywhere">
                {projectFieldLabels[link]}:{' '}
                <a href={url} target="_blank" rel="noreferrer nofollow" className="link">
                  {host}
                </a>
              </li>
            ))}
          </ul>
        )}
        <dl className="grid gap-2">
          {facts.map(
            ([label, value]) =>
              value && (
                <Fact key={label} label={label}>
                  {value}
                </Fact>
              ),
          )}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button size="compact" variant="secondary" onClick={() => setCorrecting(true)}>
            Correct
          </Button>
          {people[0] && (
            <Button size="compact" variant="secondary" onClick={() => setMoving(true)}>
              Later deadline
            </Button>
          )}
        </div>
        {isCorrecting && (
          <CorrectProject id={id} name={name} project={data} onClose={() => setCorrecting(false)} />
        )}
        {isMoving && people[0] && (
          <LaterDeadlineDialog
            deadline={deadline}
            person={{ _id: people[0]._id, team: by ?? name }}
            onClose={() => setMoving(false)}
          />
        )}
        {people.length > 0 && (
          <ul aria-label={`People of ${name}`} className="grid gap-2">
            {people.map((person) => (
              <li key={person._id} className="wrap-anywhere">
                <span className="block font-semibold">{formatName(person.name)}</span>
                {person.email && (
                  <a href={`mailto:${person.email}`} className="link">
                    {person.email}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
