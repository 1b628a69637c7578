import ChevronDown from 'lucide:chevron-down';
import { Fragment, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount, formatDateTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import type {
  ListedProject,
  ProjectFlag,
  ProjectsOverview,
} from '../../../contract/projects/projects-admin.ts';
import { createWordFilter } from '../../../packages/text/fold-text.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppLink, Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CsvSeparator } from '../../ui/csv-separator.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Checkbox, Input } from '../../ui/field.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/page-states.tsx';
import { LaterDeadlines } from './later-deadline.tsx';
import {
  exportUrl,
  projectsOverviewQuery,
  useDismissReports,
  useUpdateProjectHidden,
  useUpdateProjectSwitches,
} from './projects-overview.api.ts';

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'));

/** All projects for organizers: what is submitted, what to look at, what everybody sees. */
export function Component() {
  const overview = useLiveQuery(projectsOverviewQuery, 'judging', { atMostEvery: 3000 });
  const { data } = overview;
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
      <Loaded query={overview} what="projects">
        {(loaded) => (
          <>
            <Switches overview={loaded} />
            <ProjectTable projects={loaded.projects} deadline={loaded.deadline} />
          </>
        )}
      </Loaded>
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
      <CsvSeparator />
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
  const { deadline, galleryOpensAt, switches, projects } = overview;
  // With a state of its own: the number of projects may change while the question is open.
  const [isAsking, setAsking] = useState(false);
  const open = async () => {
    await update.mutateAsync({ galleryOpen: true }).catch(() => undefined);
    setAsking(false);
  };
  return (
    <section
      aria-label="Submissions"
      className="flex flex-wrap items-center gap-x-6 gap-y-1 rounded-lg border border-hairline bg-surface px-4 py-2"
    >
      <p>The deadline is {formatDateTime(deadline, event)}.</p>
      <Checkbox
        label="Accept late projects"
        checked={switches.acceptsLate}
        onCheckedChange={(checked) => update.mutate({ acceptsLate: checked })}
      />
      <Checkbox
        label="Open the gallery to everybody"
        checked={switches.galleryOpen}
        onCheckedChange={(checked) => (checked ? setAsking(true) : update.mutate({ galleryOpen: false }))}
      />
      <ConfirmDialog
        open={isAsking}
        title="Open the gallery to everybody?"
        body={describeOpening(projects.filter(({ submittedAt, hidden }) => submittedAt && !hidden).length)}
        confirmLabel="Open gallery"
        busy={update.isPending}
        onConfirm={() => void open()}
        onCancel={() => setAsking(false)}
      />
      <LaterDeadlines deadline={deadline} laterDeadlines={overview.laterDeadlines} />
      {galleryOpensAt && !switches.galleryOpen && Date.parse(galleryOpensAt) > Date.now() && (
        <p className="text-sm text-muted">It opens by itself {formatDateTime(galleryOpensAt, event)}.</p>
      )}
    </section>
  );
}

/** Returns who will see what once the gallery is open to everybody. */
function describeOpening(shown: number): string {
  const projects =
    shown === 0 ? 'each project as soon as it is submitted' : formatCount(shown, 'submitted project');
  return `Anybody on the internet will see ${projects}, without signing in: texts, pictures, links and the teams. Drafts and hidden projects stay private.`;
}

const OpenedProject = lazyPart(
  () => import('./opened-project.tsx'),
  <Skeleton text="Loading the project…" />,
);

const pageSize = 50;

const flagTexts: Record<ProjectFlag, string> = {
  'same-link': 'Shares a link with',
  'same-text': 'Shares its description with',
  'begun-early': 'Started before the event, the team says',
  'not-approved': 'Not in the gallery: nobody on it is an approved participant',
};

const filters: Record<string, (project: ListedProject) => boolean> = {
  All: () => true,
  Submitted: ({ submittedAt }) => submittedAt !== null,
  Drafts: ({ submittedAt }) => submittedAt === null,
  Late: ({ late }) => late,
  'Needs a look': ({ marks: found }) => found.length > 0,
  Reported: ({ reports }) => reports.length > 0,
  Hidden: ({ hidden }) => hidden,
};

function ProjectTable({ projects, deadline }: Pick<ProjectsOverview, 'projects' | 'deadline'>) {
  const [filter, setFilter] = useState('All');
  const [search, setSearch] = useSearchParams();
  const heading = useRef<HTMLSpanElement>(null);
  const term = search.get('q') ?? '';
  const matches = createWordFilter(term);
  const found = projects.filter(filters[filter]!).filter(({ title, by }) => matches(`${title} ${by}`));
  const last = Math.max(0, Math.ceil(found.length / pageSize) - 1);
  const page = Math.min(last, Math.max(0, Math.trunc(Number(search.get('page')) || 1) - 1));
  const shown = found.slice(page * pageSize, (page + 1) * pageSize);
  const turnTo = (to: number) => {
    setSearch({ ...(term && { q: term }), ...(to > 0 && { page: String(to + 1) }) });
    heading.current?.focus();
  };
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          All projects
        </span>
      }
    >
      <div className="mb-4 grid gap-2">
        <Input
          type="search"
          aria-label="Search projects"
          placeholder="Title or team"
          value={term}
          onValueChange={(value) =>
            setSearch(value ? { q: value } : {}, { replace: true, preventScrollReset: true })
          }
        />
        <FilterButtons
          filters={Object.entries(filters).map(([name, isShown]) => ({
            value: name,
            label: name,
            count: projects.filter(isShown).length,
          }))}
          chosen={filter}
          onChoose={(chosen) => {
            setFilter(chosen);
            if (page > 0) setSearch(term ? { q: term } : {}, { replace: true, preventScrollReset: true });
          }}
        />
      </div>
      {found.length === 0 && (
        <EmptyState text={projects.length === 0 ? 'There are no projects yet.' : 'No projects match.'} />
      )}
      <ul className="divide-y divide-hairline">
        {shown.map((project) => (
          <ProjectRow key={project._id} project={project} deadline={deadline} />
        ))}
      </ul>
      {last > 0 && (
        <nav
          aria-label="Pages"
          className="flex items-center justify-between gap-3 border-t border-hairline pt-4"
        >
          <Button variant="secondary" size="compact" disabled={page === 0} onClick={() => turnTo(page - 1)}>
            Previous
          </Button>
          <span className="tabular text-sm text-muted">
            {page * pageSize + 1}–{page * pageSize + shown.length} of {found.length}
          </span>
          <Button
            variant="secondary"
            size="compact"
            disabled={page === last}
            onClick={() => turnTo(page + 1)}
          >
            Next
          </Button>
        </nav>
      )}
    </Card>
  );
}

const othersShown = 5;

/** The projects that share something with one, each with a link that finds it. */
function Others({ others }: { others: ListedProject['sharedWith'] }) {
  return (
    <>
      {others.slice(0, othersShown).map(({ _id, title, table }, at) => (
        <Fragment key={_id}>
          {at > 0 && ', '}
          <AppLink href={`${paths.projectsOverview}?q=${encodeURIComponent(title)}`} className="link">
            {title || 'Untitled'}
          </AppLink>
          {table !== null && ` (table ${table})`}
        </Fragment>
      ))}
      {others.length > othersShown && ' and others'}
    </>
  );
}

function ProjectRow({ project, deadline }: { project: ListedProject; deadline: string }) {
  const event = useEvent();
  const update = useUpdateProjectHidden();
  const dismiss = useDismissReports();
  const { _id, title, tagline, by, track, submittedAt, late, hidden, marks: found, reports } = project;
  const { earlierReports, sharedWith } = project;
  const name = title || 'Untitled';
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          className="flex min-h-11 items-center gap-2 text-left font-semibold hover:underline sm:min-h-8"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            className={joinClasses('shrink-0 text-muted', isOpen && 'rotate-180')}
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </button>
        <span className="text-sm wrap-anywhere">{tagline}</span>
        <span className="text-sm text-muted wrap-anywhere">{[by, track].filter(Boolean).join(' · ')}</span>
        {found.map((mark) => (
          <span key={mark} className="text-sm font-semibold text-danger">
            {flagTexts[mark]} <Others others={sharedWith.filter(({ flag }) => flag === mark)} />
          </span>
        ))}
        {reports.length > 0 && (
          <div className="mt-1 grid justify-items-start gap-2 rounded-md bg-pending-bg p-3 text-pending">
            {earlierReports > 0 && (
              <strong className="text-sm">
                {reports.length + earlierReports} reports. The newest {reports.length}:
              </strong>
            )}
            <ul className="grid gap-1">
              {reports.map((report) => (
                <li key={report._id} className="text-sm wrap-anywhere whitespace-pre-line">
                  {formatDateTime(report.at, event)}: {report.text}
                </li>
              ))}
            </ul>
            <Button
              size="compact"
              variant="secondary"
              aria-label={`Dismiss the reports of ${name}`}
              busy={dismiss.isPending}
              onClick={() => dismiss.mutate({ params: { id: _id } })}
            >
              Dismiss
            </Button>
          </div>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-2">
        {submittedAt ? (
          <span className="tabular text-sm text-muted">{formatDateTime(submittedAt, event)}</span>
        ) : (
          <Badge tone="pending">Draft</Badge>
        )}
        {late && <Badge tone="rejected">Late</Badge>}
        {hidden && <Badge tone="rejected">Hidden</Badge>}
        {(submittedAt || hidden) && (
          <Button
            variant="ghost"
            aria-label={hidden ? `Show ${name}` : `Hide ${name}`}
            busy={update.isPending}
            onClick={() => update.mutate({ params: { id: _id }, body: { hidden: !hidden } })}
          >
            {hidden ? 'Show' : 'Hide'}
          </Button>
        )}
      </p>
      {isOpen && (
        <div id={panel} className="basis-full">
          <OpenedProject id={_id} name={name} by={by} deadline={deadline} />
        </div>
      )}
    </li>
  );
}
