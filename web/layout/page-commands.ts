import { useEffect } from 'react';

/** What can be done on a page, as the command palette lists it. */
interface PageCommand {
  label: string;
  shortcut?: string;
  run: () => void;
}

let ofThisPage: readonly PageCommand[] = [];

export function usePageCommands(commands: readonly PageCommand[]): void {
  useEffect(() => {
    ofThisPage = commands;
    return () => {
      ofThisPage = [];
    };
  });
}

export const getPageCommands = () => ofThisPage;
