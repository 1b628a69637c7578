import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isExampleEvent } from '../../../contract/event/phases.ts';
import { exportSettings, sectionNames } from '../../../contract/event/settings.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { formatCallUrl } from '../../lib/call.ts';
import { useEvent } from '../../lib/event.api.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useLive } from '../../lib/live.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { AppLink, Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { ErrorBox, Skeleton } from '../../ui/page-states.tsx';
import { ScheduleEditor } from './schedule-editor.tsx';
import { SectionCard, SectionForm } from './section-card.tsx';
import { settingsQuery, useSendTestEmail } from './settings.api.ts';

const VersionsCard = lazyPart(() => import('./versions-card.tsx'));
const WebhookCard = lazyPart(() => import('./webhook-card.tsx'));

const focusFirst = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>('form :is(input, textarea, summary, button)')?.focus();
const versions = ['versions', 'All versions'] as const;

export function Component() {
  const [search, setSearch] = useSearchParams();
  const event = useEvent();
  const { data, isPending, isError, refetch } = useLiveQuery(settingsQuery, 'event');
  // The number of places that are taken.
  useLive('applications', () => void refetch(), { atMostEvery: 5000 });
  const [opened, setOpened] = useState<string>();
  const shown = search.get('section') ?? sectionNames[0];
  const state = data?.sections.find(({ section }) => section === shown);
  const links = data
    ? [...sectionNames.map((name) => [name, data.shapes[name].title] as const), versions]
    : [];
  return (
    <WorkPage
      title="Settings"
      note={
        event && isExampleEvent(event)
          ? 'This is the example event: set up your own here. Changes take effect everywhere as soon as you save.'
          : 'Changes take effect everywhere as soon as you save.'
      }
      actions={
        <a href={formatCallUrl(exportSettings)} className={buttonClasses('secondary', 'compact')}>
          Export
        </a>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <div className="lg:hidden">
          <Select
            aria-label="Section"
            value={shown}
            options={links.map(([value, label]) => ({ value, label }))}
            onValueChange={(value) => setSearch({ section: value })}
          />
        </div>
        <nav aria-label="Sections" className="grid gap-1 max-lg:hidden lg:sticky lg:top-20">
          {links.map(([name, title]) => (
            <AppLink
              key={name}
              href={`${paths.settings}?section=${name}`}
              aria-current={name === shown ? 'page' : undefined}
              onClick={() => {
                scrollTo({ top: 0 });
                setOpened(name);
              }}
              className="flex min-h-11 items-center justify-between gap-2 rounded-md px-3 hover:bg-surface-2 aria-[current=page]:bg-surface-2 aria-[current=page]:font-semibold"
            >
              {title}
            </AppLink>
          ))}
        </nav>
        <div key={shown} ref={opened === shown ? focusFirst : undefined} className="grid gap-4">
          {isError && <ErrorBox message="The settings could not be loaded." onRetry={refetch} />}
          {isPending && <Skeleton text="Loading the settings..." />}
          {data && state && (
            <SectionCard key={state.section} state={state} shape={data.shapes[state.section]}>
              {state.section === 'schedule' ? (
                <ScheduleEditor state={state} />
              ) : (
                <SectionForm state={state} settings={data} />
              )}
            </SectionCard>
          )}
          {data && shown === 'versions' && <VersionsCard settings={data} />}
          {data && shown === 'mail' && <ServicesCard services={data.services} />}
          {shown === 'mail' && data?.services.some(({ name, isSetUp }) => name === 'Webhook' && isSetUp) && (
            <WebhookCard />
          )}
        </div>
      </div>
    </WorkPage>
  );
}

type Services = { name: string; isSetUp: boolean; detail: string }[];

function ServicesCard({ services }: { services: Services }) {
  const send = useSendTestEmail();
  return (
    <Card title="What is set up in the environment" contentClass="grid gap-5">
      <p className="max-w-prose text-muted">
        Keys and passwords stay in the environment of the program. This page never shows or stores them.
      </p>
      <ul className="divide-y divide-hairline">
        {services.map(({ name, isSetUp, detail }) => (
          <li key={name} className="grid gap-1 py-3 sm:grid-cols-[14rem_1fr]">
            <span className="font-semibold">{name}</span>
            <span className={isSetUp ? '' : 'text-muted'}>{detail}</span>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          Send a test email to yourself
        </Button>
      </div>
    </Card>
  );
}
