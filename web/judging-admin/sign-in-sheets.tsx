import { Download, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { formatCsv } from '../../contract/csv.ts';
import type { JudgeAccount } from '../../contract/judging-admin.ts';
import { paths } from '../../contract/pages.ts';
import { useEvent } from '../lib/event.api.ts';
import { Button } from '../ui/button.tsx';

function download(accounts: readonly JudgeAccount[]): void {
  const rows = accounts.map(({ username, password, name }) => [username, password, name]);
  const text = formatCsv([['username', 'password', 'name'], ...rows]);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'judges.csv';
  link.click();
  URL.revokeObjectURL(url);
}

/** New passwords with a sheet for each judge, to print and cut. They are here once: leaving the page is asked about. */
export function SignInSheets({ accounts, onDone }: { accounts: JudgeAccount[]; onDone: () => void }) {
  const event = useEvent();
  useEffect(() => {
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 print:hidden">
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          {accounts.length === 1 ? 'Sign-in sheet' : `${accounts.length} sign-in sheets`}
        </h1>
        <p role="status" className="max-w-[66ch]">
          These passwords are shown <strong>this once</strong>. Print the sheets or save the file now, and
          give each judge their own. Whoever has a sheet can sign in with it; a new password makes it void.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            Print
          </Button>
          <Button variant="secondary" onClick={() => download(accounts)}>
            <Download size={18} aria-hidden="true" />
            Save as CSV
          </Button>
          <Button variant="ghost" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-3">
        {accounts.map((account) => (
          <li key={account.username} className="break-inside-avoid">
            <Sheet account={account} event={event?.name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

// Ink on white whatever the theme: paper has no dark mode.
function Sheet({ account, event }: { account: JudgeAccount; event: string | undefined }) {
  const { name, username, password, signInCode } = account;
  return (
    <article className="flex gap-4 rounded-md border-2 border-ink bg-white p-4 text-ink">
      <img src={signInCode} alt={`Sign-in code for ${name}`} className="size-32 shrink-0" />
      <div className="grid min-w-0 content-center gap-2 text-sm">
        <div>
          <p className="text-xs">{event}</p>
          <h2 className="text-lg wrap-anywhere">{name}</h2>
        </div>
        <dl className="font-mono">
          <dt className="sr-only">Username</dt>
          <dd className="wrap-anywhere">{username}</dd>
          <dt className="sr-only">Password</dt>
          <dd className="wrap-anywhere">{password}</dd>
        </dl>
        <p className="text-xs wrap-anywhere">
          Scan the code, or sign in at {location.host}
          {paths.judge}
        </p>
      </div>
    </article>
  );
}
