import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { paths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { useTitle } from '../lib/title.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { Print } from '../ui/print.tsx';

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

/** Confirms a submitted application, then redirects to the dashboard. */
export function Submitted({ firstName }: { firstName: string }) {
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
      <Print scene="overnight" className="animate-enter" />
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
