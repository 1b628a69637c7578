import { useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/** Leaves the app for a page that the server renders. */
export function LeaveTo({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href]);
  return <LoadingScreen />;
}

export const leaveTo = (href: string) => () => <LeaveTo href={href} />;
