import { useEffect, useRef, useState } from 'react';
import type { ApplicationSort } from '../../../contract/apply/applications-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { ListView } from './use-view-state.ts';

const sorts: { value: ApplicationSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'track', label: 'By track' },
  { value: 'rating', label: 'By rating' },
];
const typingPause = 150;

interface ListControlsProps {
  view: ListView;
  onText: (text: string) => void;
  onSort: (sort: ApplicationSort) => void;
}

/** The text filter of the list, and its order. */
export function ListControls({ view, onText, onSort }: ListControlsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 border-b border-hairline p-2">
      <TextFilter q={view.q} onText={onText} />
      <Select
        aria-label="Order"
        options={sorts}
        value={view.sort}
        onChange={(event) => onSort(event.target.value as ApplicationSort)}
      />
    </div>
  );
}

/** A field that reports its text when typing pauses, and follows the address when Back or a link changes it. */
function TextFilter({ q, onText }: { q: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [sent, setSent] = useState(q);
  const [known, setKnown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useRef(onText);
  useEffect(() => {
    report.current = onText;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (q !== known) {
    setKnown(q);
    if (q !== sent) setTyped(q);
  }
  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(text.trim());
      report.current(text.trim());
    }, typingPause);
  }
  return (
    <Input
      type="search"
      aria-label="Filter by name, email or major"
      placeholder="Name, email or major"
      data-shortcut="f"
      maxLength={limits.text.searchTerm}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}
