import ArrowDown from 'lucide:arrow-down';
import ArrowUp from 'lucide:arrow-up';

interface MoveButtonsProps {
  /** What is moved, for the accessible names. */
  name: string;
  /** What moves it; false where it cannot move further. The button stays, so that it keeps the focus. */
  onUp: (() => void) | false;
  onDown: (() => void) | false;
}

/** Two buttons that move an entry of a list. */
export function MoveButtons({ name, onUp, onDown }: MoveButtonsProps) {
  const ways = [
    ['up', ArrowUp, onUp],
    ['down', ArrowDown, onDown],
  ] as const;
  return ways.map(([way, Icon, onMove]) => (
    <button
      key={way}
      type="button"
      aria-label={`Move ${name} ${way}`}
      aria-disabled={!onMove}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2 aria-disabled:opacity-40"
      onClick={({ currentTarget }) => {
        if (!onMove) return;
        onMove();
        // A row that moves loses the focus.
        setTimeout(() => currentTarget.focus());
      }}
    >
      <Icon size={18} />
    </button>
  ));
}
