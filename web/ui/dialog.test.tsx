// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ConfirmDialog, Dialog } from './dialog.tsx';

beforeAll(() => {
  // jsdom has neither constructed style sheets nor layout.
  Object.assign(document, { adoptedStyleSheets: [] });
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true }),
    CSSStyleSheet: class {
      replaceSync() {}
    },
  });
});

afterEach(cleanup);

function Page({ kind }: { kind: 'dialog' | 'confirm' }) {
  const [open, setOpen] = useState(false);
  const [rowThere, setRowThere] = useState(true);
  const close = () => setOpen(false);
  return (
    <main>
      <h1>My team</h1>
      {rowThere && (
        <button type="button" onClick={() => setOpen(true)}>
          Leave
        </button>
      )}
      {kind === 'dialog' ? (
        <Dialog open={open} onClose={close} title="Upload">
          <input aria-label="Name" />
        </Dialog>
      ) : (
        <ConfirmDialog
          open={open}
          title="Leave Night Owls?"
          body="You can come back."
          confirmLabel="Leave team"
          onConfirm={() => {
            setRowThere(false);
            close();
          }}
          onCancel={close}
        />
      )}
    </main>
  );
}

test('a dialog focuses its first field and gives the focus back on Escape', async () => {
  const user = userEvent.setup();
  render(<Page kind="dialog" />);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave' })));
});

test('a question focuses the button that does nothing', async () => {
  const user = userEvent.setup();
  render(<Page kind="confirm" />);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});

test('when what opened it is gone, the heading has the focus', async () => {
  const user = userEvent.setup();
  render(<Page kind="confirm" />);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await user.click(screen.getByRole('button', { name: 'Leave team' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My team' })));
});
