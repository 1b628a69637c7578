import { useEffect } from 'react';
import { wantedPageKey } from '../lib/auth-hint.ts';
import { LoadingScreen } from './loading-screen.tsx';

interface LeaveToProps {
  href: string;
  /** The page that a visitor has asked for. */
  wanted?: string | undefined;
}

/** Leaves the app for a page that the server renders. */
export function LeaveTo({ href, wanted }: LeaveToProps) {
  useEffect(() => {
    if (wanted) sessionStorage.setItem(wantedPageKey, wanted);
    location.replace(href);
  }, [href, wanted]);
  return <LoadingScreen />;
}

export const leaveTo = (href: string) => () => <LeaveTo href={href} />;
