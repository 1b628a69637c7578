import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Application } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { applicationQuery } from '../lib/application.api.ts';
import { queryClient } from '../lib/call.ts';
import { applicationDraftKey, readDraft } from '../lib/draft-store.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { getFirstName } from '../lib/names.ts';
import { canApply, describeClosed, InsteadOfApplying } from '../lib/registration.tsx';
import { sessionQuery, useUser } from '../lib/session.api.ts';
import { storedInviteCode } from '../lib/stored-invite-code.ts';
import { useTitle } from '../lib/title.ts';
import { invitationQuery, myInvitationQuery } from '../teams/teams.api.ts';
import { AppLink } from '../ui/button.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { ErrorBox } from '../ui/page-states.tsx';
import { ApplicationForm } from './apply-form.tsx';
import { fileFields } from './form-values.ts';

const Confetti = lazyPart(async () => ({ default: (await import('../ui/confetti.tsx')).Confetti }), null, {
  isSilent: true,
});

/** `/apply`: the form for hackers who have not applied yet; everybody else goes to their dashboard. */
export function Component() {
  return useUser().role === 'hacker' ? <Apply /> : <Navigate to={paths.dashboard} replace />;
}

function Apply() {
  useTitle('Apply');
  const user = useUser();
  const event = useEvent();
  const application = useQuery(applicationQuery(user));
  const draft = useQuery({
    queryKey: ['draft', user._id],
    queryFn: () => readDraft(applicationDraftKey(user._id), fileFields),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const kept = useQuery(myInvitationQuery(user));
  const code = kept.data ?? storedInviteCode.get() ?? '';
  const invitation = useQuery(invitationQuery(code, user._id));
  const [sent, setSent] = useState(false);

  if (sent) return <Submitted firstName={getFirstName(user.name)} />;
  if (application.isError)
    return (
      <div className="grid max-w-3xl gap-8">
        <h1 className="text-3xl">Apply</h1>
        <ErrorBox message={texts.dashboard.failed} onRetry={application.refetch} />
      </div>
    );
  const waits = kept.isLoading || (code !== '' && invitation.isPending);
  if (!event || application.isPending || draft.isPending || waits) return <LoadingScreen />;
  if (!application.data && !canApply(event)) return <Closed event={event} />;

  const onSent = (data: Application | undefined) => {
    setSent(true);
    const { queryKey } = applicationQuery(user);
    if (data) queryClient.setQueryData(queryKey, data);
    else void queryClient.invalidateQueries({ queryKey });
    // Applying changes the team and the preference as well.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <ApplicationForm
      userId={user._id}
      event={event}
      draft={draft.data ?? null}
      invited={application.data ? undefined : invitation.data?.team}
      counted={application.data}
      onSent={onSent}
    />
  );
}

function Closed({ event }: { event: EventView }) {
  return (
    <div className="mx-auto grid max-w-4xl items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <Illustration scene="treat" />
      <div className="grid justify-items-start gap-5">
        <h1 className="text-3xl wrap-anywhere">{describeClosed(event)}</h1>
        <p className="text-muted">This event no longer takes applications.</p>
        <InsteadOfApplying event={event} />
      </div>
    </div>
  );
}

const seconds = limits.application.redirectAfter / 1000;
const radius = 20;
const around = 2 * Math.PI * radius;

function useSecondsLeft() {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const tick = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(tick);
  }, []);
  return left;
}

function Ring({ left }: { left: number }) {
  return (
    <span aria-hidden="true" className="relative inline-grid size-12 shrink-0 place-items-center">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the whole ring is hidden; the words beside it say where this leads. */}
      <svg viewBox="0 0 48 48" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="4">
        <circle cx="24" cy="24" r={radius} className="stroke-hairline" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          className="stroke-accent transition-[stroke-dashoffset] duration-1000 ease-linear"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - Math.max(0, left - 1) / seconds)}
        />
      </svg>
      <span className="font-mono text-sm tabular">{left}</span>
    </span>
  );
}

function Submitted({ firstName }: { firstName: string }) {
  useTitle(texts.apply.submitted);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const left = useSecondsLeft();

  useEffect(() => {
    heading.current?.focus();
    scrollTo({ top: 0 });
    // Loaded in advance, so that the redirect is immediate.
    void import('../dashboard/hacker-dashboard.tsx');
    const leave = setTimeout(
      () => navigate(paths.dashboard, { replace: true }),
      limits.application.redirectAfter,
    );
    return () => clearTimeout(leave);
  }, [navigate]);

  return (
    <div className="mx-auto grid max-w-4xl items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <Confetti />
      <Illustration scene="overnight" className="animate-enter" />
      <div role="status" className="grid justify-items-start gap-5">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          {texts.apply.submitted}
        </h1>
        <p className="text-lg text-muted">
          Thank you{firstName && `, ${firstName}`}. We read every application and write to you as soon as
          yours is decided.
        </p>
        <p className="flex items-center gap-3">
          <Ring left={left} />
          <AppLink
            href={paths.dashboard}
            replace
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            Go to your dashboard now
          </AppLink>
        </p>
      </div>
    </div>
  );
}
