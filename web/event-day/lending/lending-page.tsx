import Printer from 'lucide:printer';
import ScanLine from 'lucide:scan-line';
import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problems } from '../../../contract/errors.ts';
import { formatWait } from '../../../contract/event/program.ts';
import type { LentThing } from '../../../contract/event-day/lending.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { texts } from '../../../contract/texts.ts';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { deleteQueued, type QueuedItem, useOfflineQueue } from '../../lib/offline-queue.ts';
import { useSession } from '../../lib/session.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterButtons } from '../../ui/filter-buttons.tsx';
import { ErrorBox, Loaded } from '../../ui/page-states.tsx';
import { CameraView } from '../check-in/camera-view.tsx';
import { rosterQuery } from '../check-in/check-in.api.ts';
import { checkAgainstRoster } from '../check-in/identify-pass.ts';
import { looksLikePass, wrongKeyboard } from '../check-in/keyboard-layouts.ts';
import ManualPanel from '../check-in/manual-panel.tsx';
import { readPhoto } from '../check-in/qr-reader.ts';
import { parseScannedCode } from '../check-in/scanned-code.ts';
import { useCamera } from '../check-in/use-camera.ts';
import { useStationKeys } from '../check-in/use-station-keys.ts';
import { loansQuery, type QueuedLoan, sendLoan, thingLabelsQuery } from './lending.api.ts';

/** Shown instead of a borrower whose account is deleted. */
const deletedAccount = 'account deleted';

/** The things as they are with what this device has done and the server does not know. */
function withQueue(things: readonly LentThing[], items: readonly QueuedItem<QueuedLoan>[]): LentThing[] {
  return things.map((thing) => {
    const last = items.findLast(({ payload, trouble }) => !trouble && payload.number === thing.number);
    if (!last) return thing;
    const { person: _, since: __, until: ___, ...owned } = thing;
    const { userId, name: holder = '' } = last.payload;
    if (!userId) return { ...owned, state: 'free' };
    const since = new Date(last.at).toISOString();
    return { ...owned, state: 'lent', person: { userId, name: holder }, since };
  });
}

type Borrower = Pick<QueuedLoan, 'userId' | 'pass' | 'name'>;

/** Volunteers hand things out and take them in here; everybody on duty sees who has what. */
export function Component() {
  const isAdmin = useSession().user?.role === 'admin';
  const loans = useLiveQuery(loansQuery, 'check-ins');
  const queue = useOfflineQueue<QueuedLoan>('loan', { send: sendLoan });
  const things = withQueue(loans.data ?? [], queue.items);
  const [number, setNumber] = useState<string>();
  const [printing, setPrinting] = useState(false);
  const now = useNow();
  const isLate = ({ state, until }: LentThing) => state === 'lent' && !!until && Date.parse(until) < now;
  const filters = [
    { value: 'all', label: 'All', lets: () => true },
    { value: 'lent', label: 'Lent', lets: ({ state }: LentThing) => state === 'lent' },
    { value: 'late', label: 'Late', lets: isLate },
    { value: 'free', label: 'Free', lets: ({ state }: LentThing) => state === 'free' },
  ].map((filter) => ({ ...filter, shown: things.filter(filter.lets) }));
  const [chosen, setChosen] = useState('all');
  const troubled = queue.items.filter(({ trouble }) => trouble);
  const waiting = queue.items.length - troubled.length;
  return (
    <WorkPage
      title="Lending"
      figures={
        loans.data && [
          ['Things', things.length],
          ['Lent', things.filter(({ state }) => state === 'lent').length],
          ['Late', things.filter(isLate).length],
        ]
      }
      actions={
        isAdmin && (
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            <Printer size={20} />
            Print labels
          </Button>
        )
      }
    >
      {printing && <Labels onPrinted={() => setPrinting(false)} />}
      <p role="status" className="text-sm text-muted empty:hidden print:hidden">
        {waiting > 0 && `${queue.online ? '' : 'Offline. '}${waiting} waiting to sync`}
      </p>
      {troubled.map(({ id, payload, trouble = '' }) => (
        <div key={id} className="flex flex-wrap items-center gap-3 print:hidden">
          <ErrorBox message={`${payload.number}, ${payload.name ?? 'taken in'}: ${trouble}`} />
          <Button variant="ghost" onClick={() => void deleteQueued(id)}>
            Discard
          </Button>
        </div>
      ))}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] print:hidden">
        <Desk
          things={things}
          thing={things.find((thing) => thing.number === number)}
          number={number}
          onThing={setNumber}
          onRecord={queue.add}
        />
        <Loaded query={loans} what="things">
          {() => (
            <section aria-label="Things" className="grid gap-3">
              <FilterButtons
                chosen={chosen}
                onChoose={setChosen}
                filters={filters.map((filter) => ({ ...filter, count: filter.shown.length }))}
              />
              <DataTable
                caption="Things and who has them"
                className="max-h-[70dvh] rounded-lg border border-hairline bg-surface"
                rows={filters.find(({ value }) => value === chosen)?.shown ?? things}
                rowKey={({ number }) => number}
                empty={chosen === 'all' ? 'There are no things to lend yet.' : 'No things match.'}
                columns={[
                  {
                    header: 'Thing',
                    cell: ({ number, name, photo }) => (
                      <button
                        type="button"
                        className="link -my-1 flex items-center gap-2 py-1 text-left wrap-anywhere"
                        onClick={() => setNumber(number)}
                      >
                        {photo && (
                          <img
                            src={photo}
                            alt=""
                            loading="lazy"
                            className="size-10 shrink-0 rounded-sm object-cover"
                          />
                        )}
                        {name} {number}
                      </button>
                    ),
                  },
                  {
                    header: 'Who',
                    cell: ({ person, state }) =>
                      state !== 'free' && (
                        <span className="wrap-anywhere">
                          {person?.name ?? deletedAccount}
                          {state === 'reserved' && ' (reserved)'}
                        </span>
                      ),
                  },
                  {
                    header: 'For',
                    cell: (thing) =>
                      thing.since && (
                        <div className="tabular flex flex-wrap gap-x-2 whitespace-nowrap">
                          {formatWait(Math.max(0, now - Date.parse(thing.since)))}
                          {isLate(thing) && <Badge tone="rejected">Late</Badge>}
                        </div>
                      ),
                  },
                ]}
              />
            </section>
          )}
        </Loaded>
      </div>
    </WorkPage>
  );
}

interface DeskProps {
  /** The number that was scanned or chosen, and the thing if there is one. */
  number: string | undefined;
  thing: LentThing | undefined;
  things: readonly LentThing[];
  onThing: (number: string | undefined) => void;
  onRecord: (loan: QueuedLoan) => void;
}

/** Reads passes and labels in any order, and says what can be done with both. */
function Desk({ number, thing, things, onThing, onRecord }: DeskProps) {
  const checkpoint = useEvent()?.checkpoints[0]?.id ?? '';
  const { data: roster } = useQuery({ ...rosterQuery(checkpoint), enabled: checkpoint !== '' });
  const [borrower, setBorrower] = useState<Borrower>();
  const [message, setMessage] = useState('');
  const scanned = async (text: string) => {
    const [, label] = /^overnight thing (\S+)$/.exec(text) ?? [];
    const code = parseScannedCode(text);
    const unknown = looksLikePass(text) ? wrongKeyboard : 'This is neither a pass nor the label of a thing.';
    setMessage(label || code ? '' : unknown);
    if (label) onThing(label);
    if (!code) return;
    const verdict = roster && (await checkAgainstRoster(roster, code, checkpoint));
    if (verdict?.kind === 'removed') return setMessage(problems.person_removed.message);
    if (verdict?.kind === 'forged')
      return setMessage(
        verdict.isEarlier ? texts.checkIn.earlierPass : 'This pass is not genuine or was replaced.',
      );
    setBorrower({ ...code, name: verdict?.kind === 'known' ? verdict.person.name : 'somebody new' });
  };
  const camera = useCamera((text) => void scanned(text), true);
  const clear = () => {
    onThing(undefined);
    setBorrower(undefined);
    setMessage('');
  };
  useStationKeys({ onScan: (text) => void scanned(text), onCancel: clear });
  const record = (to: Borrower | undefined) => {
    if (!thing) return;
    onRecord({ number: thing.number, ...to });
    onThing(undefined);
    // One scan of a pass is enough for several things.
    if (!to) setBorrower(undefined);
    setMessage(
      to ? `${thing.name} ${thing.number} is with ${to.name}.` : `${thing.name} ${thing.number} is in.`,
    );
  };
  const reserved = things.filter(
    ({ state, person }) => state === 'reserved' && borrower && person?.userId === borrower.userId,
  );
  const isOpen = camera.state.status === 'starting' || camera.state.status === 'live';
  return (
    <Card title="Hand out and take in" contentClass="grid gap-4">
      <div className={isOpen || camera.state.status === 'failed' ? undefined : 'hidden'}>
        <CameraView
          camera={camera}
          isBusy={false}
          onPhoto={(file) => void readPhoto(file).then(scanned, () => setMessage('The photo shows no code.'))}
        />
      </div>
      {!isOpen && (
        <Button onClick={() => void camera.start()}>
          <ScanLine size={20} />
          Scan pass or label
        </Button>
      )}
      <p role="status" className="font-semibold wrap-anywhere empty:hidden">
        {message}
      </p>
      {borrower && (
        <p className="flex items-center justify-between gap-2 rounded-md bg-surface-2 pl-4">
          <span className="min-w-0 wrap-anywhere">
            For <strong>{borrower.name}</strong>
          </span>
          <button
            type="button"
            aria-label="Somebody else"
            className="grid size-11 shrink-0 place-items-center"
            onClick={() => setBorrower(undefined)}
          >
            <X size={18} />
          </button>
        </p>
      )}
      {reserved.length > 0 && !thing && (
        <div className="flex flex-wrap items-center gap-3">
          <span>Reserved:</span>
          {reserved.map((one) => (
            <Button key={one.number} variant="secondary" onClick={() => onThing(one.number)}>
              {one.name} {one.number}
            </Button>
          ))}
        </div>
      )}
      {number && !thing && <ErrorBox message={`Nothing on the lending list has the number ${number}.`} />}
      {thing && (
        <div className="grid gap-3 rounded-md border-2 border-edge p-4">
          {thing.photo && (
            <img src={thing.photo} alt="" className="max-h-56 w-full rounded-md object-contain" />
          )}
          <p className="text-lg font-semibold wrap-anywhere">
            {thing.name} {thing.number}
          </p>
          {thing.state !== 'free' && (
            <p className="wrap-anywhere text-muted">
              {thing.state === 'lent' ? 'With' : 'Reserved for'} {thing.person?.name ?? deletedAccount}
            </p>
          )}
          {thing.state !== 'lent' && !borrower && <p>Scan the pass of whoever borrows it.</p>}
          <div className="flex flex-wrap gap-3">
            {thing.state === 'lent' && <Button onClick={() => record(undefined)}>Take in</Button>}
            {thing.state !== 'lent' && borrower && <Button onClick={() => record(borrower)}>Hand out</Button>}
            <Button variant="ghost" onClick={clear}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {checkpoint && (
        <ManualPanel
          checkpoint={checkpoint}
          field={null}
          onSelect={({ userId, name }) => setBorrower({ userId, name })}
        />
      )}
    </Card>
  );
}

/** The labels on paper; opens the browser's dialog for printing once they are in the page. */
function Labels({ onPrinted }: { onPrinted: () => void }) {
  const { data = [] } = useQuery(thingLabelsQuery);
  useEffect(() => {
    if (data.length === 0) return;
    const timer = setTimeout(() => {
      print();
      onPrinted();
    });
    return () => clearTimeout(timer);
  }, [data.length, onPrinted]);
  return (
    <ul aria-label={formatCount(data.length, 'label')} className="hidden grid-cols-4 gap-4 print:grid">
      {data.map(({ number, name, qrCode }) => (
        <li key={number} className="grid break-inside-avoid justify-items-center gap-1 text-center text-sm">
          <img src={qrCode} alt="" className="w-full" />
          <strong>{number}</strong> {name}
        </li>
      ))}
    </ul>
  );
}
