import { useEffect } from 'react';
import { LoadingScreen } from './loading-screen.tsx';

/** Leaves the app for a page that the server renders. */
export function LeaveTo({ href }: { href: string }) {
  useEffect(() => location.replace(href), [href]);
  return <LoadingScreen />;
}

/** Returns a page of the app that leaves it for one that the server renders. */
export const leaveTo = (href: string) => () => <LeaveTo href={href} />;
