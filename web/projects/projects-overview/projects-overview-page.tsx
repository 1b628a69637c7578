import { useState } from 'react';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type { ProjectsOverview } from '../../../contract/projects/projects-admin.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LaterDeadlines } from './later-deadline.tsx';
import { ProjectTable } from './project-table.tsx';
import { exportUrl, projectsOverviewQuery, useUpdateProjectSwitches } from './projects-overview.api.ts';

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'));

/** All projects for organizers: what is submitted, what to look at, what everybody sees. */
export function Component() {
  const { data, isError, refetch } = useLiveQuery(projectsOverviewQuery, 'judging', { atMostEvery: 3000 });
  const submitted = data?.projects.filter(({ submittedAt }) => submittedAt).length ?? 0;
  return (
    <WorkPage
      title="Projects"
      figures={
        data && [
          ['Submitted', submitted],
          ['In draft', data.projects.length - submitted],
        ]
      }
      actions={data && <Downloads />}
    >
      {isError && <ErrorBox message="The projects could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Skeleton text="Loading projects…" />}
      {data && (
        <>
          <Switches overview={data} />
          <ProjectTable projects={data.projects} deadline={data.deadline} />
        </>
      )}
    </WorkPage>
  );
}

function Downloads() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <LinkButton document href={paths.projects} variant="ghost" size="compact">
        See the gallery
      </LinkButton>
      <LinkButton document href={exportUrl('csv')} variant="secondary" size="compact">
        Export CSV
      </LinkButton>
      <LinkButton document href={exportUrl('json')} variant="secondary" size="compact">
        Export JSON
      </LinkButton>
      <Button variant="secondary" size="compact" onClick={() => setImporting(true)}>
        Import from Devpost
      </Button>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

function Switches({ overview }: { overview: ProjectsOverview }) {
  const event = useEvent();
  const update = useUpdateProjectSwitches();
  const [isOpening, setOpening] = useState(false);
  const { deadline, galleryOpensAt, switches, projects } = overview;
  const shown = projects.filter(({ submittedAt, hidden }) => submittedAt && !hidden).length;
  return (
    <section
      aria-label="Submissions"
      className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-lg border border-hairline bg-surface px-4 py-2"
    >
      <p>The deadline is {formatDateTime(deadline, event)}.</p>
      <Checkbox
        label="Accept late projects"
        checked={switches.acceptsLate}
        onChange={({ target }) => update.mutate({ acceptsLate: target.checked })}
      />
      <Checkbox
        label="Open the gallery to everybody"
        checked={switches.galleryOpen}
        onChange={({ target }) => (target.checked ? setOpening(true) : update.mutate({ galleryOpen: false }))}
      />
      <LaterDeadlines deadline={deadline} laterDeadlines={overview.laterDeadlines} />
      {galleryOpensAt && !switches.galleryOpen && Date.parse(galleryOpensAt) > Date.now() && (
        <p className="text-sm text-muted">It opens by itself {formatDateTime(galleryOpensAt, event)}.</p>
      )}
      <ConfirmDialog
        open={isOpening}
        title="Open the gallery to everybody?"
        body={describeOpening(shown)}
        confirmLabel="Open gallery"
        onCancel={() => setOpening(false)}
        onConfirm={() => {
          setOpening(false);
          update.mutate({ galleryOpen: true });
        }}
      />
    </section>
  );
}

/** Returns who will see what once the gallery is open to everybody. */
function describeOpening(shown: number): string {
  const projects =
    shown === 0 ? 'each project as soon as it is submitted' : formatCount(shown, 'submitted project');
  return `Anybody on the internet will see ${projects}, without signing in: texts, pictures, links and the teams. Drafts and hidden projects stay private.`;
}
