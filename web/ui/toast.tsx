import Check from 'lucide:check';
import Info from 'lucide:info';
import TriangleAlert from 'lucide:triangle-alert';
import X from 'lucide:x';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { limits } from '../../contract/limits.ts';
import { joinClasses } from '../lib/classes.ts';
import { listenTo } from '../lib/listen-to.ts';
import { Button } from './button.tsx';

interface ToastOptions {
  /** How long it is shown, in milliseconds; `Infinity` until it is used or closed. */
  duration?: number;
  /** Replaces the toast with the same id. */
  id?: string;
  action?: { label: string; onClick: () => void };
}

const kinds = {
  success: { duration: 4000, Icon: Check, color: 'text-success' },
  info: { duration: 6000, Icon: Info, color: 'text-info' },
  error: { duration: 8000, Icon: TriangleAlert, color: 'text-danger' },
};

interface Toast extends ToastOptions {
  key: number;
  kind: keyof typeof kinds;
  text: string;
}

let shown: readonly Toast[] = [];
let count = 0;
const changes = new EventTarget();

function update(next: readonly Toast[]): void {
  shown = next;
  changes.dispatchEvent(new Event('change'));
}

const subscribe = (listener: () => void) => listenTo(changes, ['change'], listener);

const close = (toast: Toast) => update(shown.filter((each) => each !== toast));

function show(kind: Toast['kind'], text: string, options: ToastOptions = {}): void {
  const others = shown.filter(({ id }) => id === undefined || id !== options.id);
  count += 1;
  update([...others, { ...options, key: count, kind, text }].slice(-limits.toasts.visible));
}

/** Toasts. Errors are announced assertively, the others politely. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismissAll: () => update([]),
};

// A text of the form "Title: sentence." gets a bold title; the colon stays for screen readers and copied text.
function Message({ text }: { text: string }) {
  const [, title, rest] = text.match(/^([^:.]{3,40}): (.+)$/s) ?? [];
  if (!title) return text;
  return (
    <>
      <strong className="block">{title}</strong>
      <span className="sr-only">: </span>
      {rest}
    </>
  );
}

/** One toast. It stays while the pointer or the focus is on it, and while nobody sees the page. */
function ToastItem({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const { kind, text, action } = toast;
  const item = useRef<HTMLLIElement>(null);
  const { Icon, color, duration: usual } = kinds[kind];
  const { duration = usual } = toast;
  useEffect(() => {
    if (duration === Number.POSITIVE_INFINITY) return;
    let timer = setTimeout(function end() {
      if (!document.hidden && !item.current?.matches(':hover, :focus-within')) return close(toast);
      timer = setTimeout(end, 1000);
    }, duration);
    return () => clearTimeout(timer);
  }, [toast, duration]);
  const leave = () => {
    if (item.current?.contains(document.activeElement)) onLeave();
    close(toast);
  };
  return (
    <li
      ref={item}
      data-toast
      className="pointer-events-auto flex w-full animate-enter items-center gap-3 rounded-md border-2 border-edge bg-surface py-1 pr-1 pl-4 text-sm shadow-press not-last:max-sm:hidden in-data-[shell=work]:not-last:hidden"
    >
      <Icon size={20} strokeWidth={2.5} aria-hidden="true" className={joinClasses('shrink-0', color)} />
      <p role={kind === 'error' ? 'alert' : undefined} className="min-w-0 flex-1 py-2 wrap-anywhere">
        <Message text={text} />
      </p>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            leave();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Close this message"
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2"
        onClick={leave}
      >
        <X size={18} />
      </button>
    </li>
  );
}

/**
 * Where toasts show: at the lower left, beside the organizers' sidebar, above the bars at the bottom of the screen (`bottomBar`)
 * and the keyboard. Dialogs and documents from below end above it (`--toast-room`).
 */
export function ToastRegion({ hasSidebar }: { hasSidebar: boolean }) {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  const cameFrom = useRef<Element>(null);
  useEffect(() => {
    const view = window.visualViewport;
    const measure = () => {
      const { clientHeight, style } = document.documentElement;
      const hidden = view ? clientHeight - view.height - view.offsetTop : 0;
      style.setProperty('--keyboard-height', `${Math.max(0, hidden)}px`);
    };
    return view ? listenTo(view, ['resize', 'scroll'], measure) : undefined;
  }, []);
  return (
    <section
      aria-label="Messages"
      className={joinClasses(
        'pointer-events-none fixed inset-x-4 bottom-[calc(1.25rem+max(var(--bar-height,0px),var(--keyboard-height,0px),env(safe-area-inset-bottom)))] z-(--z-toast) sm:right-auto sm:w-96 print:hidden',
        hasSidebar && 'lg:left-52',
      )}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      // The field that somebody types in keeps the focus, and an open dialog stays open.
      onMouseDown={(press) => press.preventDefault()}
      onPointerDown={(press) => press.stopPropagation()}
    >
      <ol aria-live="polite" aria-relevant="additions text" className="grid gap-2">
        {toasts.map((each) => (
          <ToastItem
            key={each.key}
            toast={each}
            onLeave={() => cameFrom.current instanceof HTMLElement && cameFrom.current.focus()}
          />
        ))}
      </ol>
    </section>
  );
}
