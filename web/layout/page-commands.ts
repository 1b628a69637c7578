import { useEffect } from 'react';

/** What can be done on a page, as the command palette lists it. */
interface PageCommand {
  label: string;
  shortcut?: string;
  run: () => void;
}

let ofThisPage: readonly PageCommand[] = [];

/** Adds what can be done on this page to the command palette. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    ofThisPage = commands;
    return () => {
      ofThisPage = [];
    };
  });
}

export const getPageCommands = () => ofThisPage;
