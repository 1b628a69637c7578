/** What can be done on a page, as the command palette lists it. */
export interface PaletteCommand {
  id: string;
  label: string;
  /** Other words by which it is found. */
  keywords?: string[];
  shortcut?: string;
  run: () => void;
}
