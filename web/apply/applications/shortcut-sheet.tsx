import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useCanDecide } from './use-can-decide.ts';

const rows: [string[], string][] = [
  [['j', 'k'], 'next, previous application'],
  [['a'], 'Change to Approved'],
  [['r'], 'Change to Rejected'],
  [['u'], 'undo the last decision'],
  [['x'], 'select or deselect; with Shift, everything from the last one'],
  [['o'], 'read or close the resume'],
  [['t'], 'go to the team'],
  [['1', '2', '3', '4'], 'all, pending, approved, rejected'],
  [['1', '…', '5', 'Enter'], 'while you review together: rate the open application, save and go on'],
  [['f'], 'filter by name, email or major'],
  [['/'], 'search'],
  [['Esc'], 'leave the field; close the resume, clear the selection, close the application'],
  [['Ctrl', 'K'], 'all commands by name'],
  [['?'], 'this list'],
];

/** The keyboard shortcuts, and the switch that turns them off. */
export function ShortcutSheet(props: {
  open: boolean;
  onClose: () => void;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  const canDecide = useCanDecide();
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {rows
          .filter(([[key = '']]) => canDecide || !'arux'.includes(key))
          .map(([keys, meaning]) => (
            <div key={meaning} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
      </dl>
      <Checkbox
        label="Use single-key shortcuts"
        checked={props.on}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    </Dialog>
  );
}
