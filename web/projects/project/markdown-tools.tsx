import { Bold, ImagePlus, Link, List } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';

/** The text that replaces a selection, and the part of it to select afterwards. */
interface Edit {
  from: number;
  to: number;
  text: string;
  select: [number, number];
}

function makeBold(text: string, from: number, to: number): Edit {
  const words = text.slice(from, to) || 'bold';
  return { from, to, text: `**${words}**`, select: [from + 2, from + 2 + words.length] };
}

function makeLink(text: string, from: number, to: number): Edit {
  const words = text.slice(from, to) || 'words';
  const address = from + words.length + 3;
  return { from, to, text: `[${words}](https://)`, select: [address, address + 8] };
}

/** Makes each line of the selection an item. */
function makeList(text: string, from: number, to: number): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const items = text.slice(start, to).replace(/^/gm, '- ');
  const end = start + items.length;
  return { from: start, to, text: items, select: [end, end] };
}

const tools = [
  { label: 'Bold', icon: Bold, edit: makeBold },
  { label: 'List', icon: List, edit: makeList },
  { label: 'Link', icon: Link, edit: makeLink },
];

interface MarkdownToolsProps {
  textarea: RefObject<HTMLTextAreaElement | null>;
  onPicture: () => void;
}

/** Buttons above a description, for people who do not know Markdown. The browser can undo each. */
export function MarkdownTools({ textarea, onPicture }: MarkdownToolsProps) {
  const apply = (edit: typeof makeBold) => {
    const field = textarea.current;
    if (!field) return;
    const { from, to, text, select } = edit(field.value, field.selectionStart, field.selectionEnd);
    field.focus();
    field.setSelectionRange(from, to);
    // The only way that keeps the browser's undo; it fires `input` like typing.
    document.execCommand('insertText', false, text);
    field.setSelectionRange(...select);
  };
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-1">
      {tools.map(({ label, icon: Icon, edit }) => (
        <Button key={label} variant="ghost" size="compact" aria-label={label} onClick={() => apply(edit)}>
          <Icon size={18} />
        </Button>
      ))}
      <Button variant="ghost" size="compact" aria-label="Add a picture" onClick={onPicture}>
        <ImagePlus size={18} />
      </Button>
    </div>
  );
}
