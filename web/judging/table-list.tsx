import ArrowLeft from 'lucide:arrow-left';
import Download from 'lucide:download';
import Printer from 'lucide:printer';
import type { TableProgress } from '../../contract/judging/judging-admin.ts';
import { formatCsv } from '../../contract/platform/csv.ts';
import { WorkPage } from '../layout/work-page.tsx';
import { downloadCsv } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';

type Tables = readonly TableProgress[];

function downloadTables(tables: Tables): void {
  const rows = tables.map(({ teamNumber, teamName, track }) => [teamNumber, teamName, track]);
  downloadCsv('tables.csv', formatCsv([['table', 'team', 'track'], ...rows]));
}

/** The tables in use to print: by number for whoever sets them up, and by name for whoever looks for their own. */
export function TableList({ tables, onDone }: { tables: Tables; onDone: () => void }) {
  const inUse = tables.filter(({ known, retired }) => known && !retired);
  const byName = inUse.toSorted((a, b) => a.teamName.localeCompare(b.teamName));
  return (
    <WorkPage
      title="Table list"
      actions={
        <>
          <Button variant="secondary" onClick={onDone}>
            <ArrowLeft size={18} />
            Judging
          </Button>
          <Button variant="secondary" onClick={() => downloadTables(inUse)}>
            <Download size={18} />
            Save as CSV
          </Button>
          <Button onClick={() => print()}>
            <Printer size={18} />
            Print
          </Button>
        </>
      }
    >
      <List title="By team" tables={byName} />
      <List title="By table" tables={inUse} />
      <section>
        <h2 className="mb-2 text-xl print:hidden">Sheets for the tables</h2>
        <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-1 print:gap-0">
          {inUse.map(({ teamNumber, teamName, title, area }) => (
            <article
              key={teamNumber}
              className="grid break-inside-avoid content-center gap-2 rounded-md bg-white p-6 text-center text-ink print:min-h-[13cm] print:border-b print:border-ink/20"
            >
              <span className="font-display text-[4rem] leading-none font-bold print:text-[9rem]">
                {teamNumber}
              </span>
              <span className="text-2xl font-semibold wrap-anywhere">{teamName}</span>
              {title && <span className="text-xl wrap-anywhere">{title}</span>}
              {area && <span className="text-sm">{area}</span>}
            </article>
          ))}
        </div>
      </section>
    </WorkPage>
  );
}

// Black on white in both themes, because it is printed.
function List({ title, tables }: { title: string; tables: Tables }) {
  return (
    <section className="print:break-after-page">
      <h2 className="mb-2 text-xl">{title}</h2>
      <ol className="gap-6 rounded-md bg-white p-4 text-ink sm:columns-2 print:columns-2 print:p-0">
        {tables.map(({ teamNumber, teamName }) => (
          <li key={teamNumber} className="flex break-inside-avoid gap-3 border-b border-ink/20 py-1">
            <span className="w-12 shrink-0 text-right font-mono font-semibold">{teamNumber}</span>
            <span className="min-w-0 wrap-anywhere">{teamName}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
