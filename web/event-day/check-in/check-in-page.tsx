import Moon from 'lucide:moon';
import Smartphone from 'lucide:smartphone';
import Volume2 from 'lucide:volume-2';
import VolumeX from 'lucide:volume-x';
import Zap from 'lucide:zap';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { sidebarPages } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { isLeftOut } from '../../layout/sidebar-access.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useInstallPrompt } from '../../lib/install.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useTitle } from '../../lib/title.ts';
import { useNow } from '../../lib/use-now.ts';
import { AppLink, Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { checkedInQuery, checkInCountsQuery, rosterQuery } from './check-in.api.ts';
import { findMisfit } from './checkpoint-hours.ts';
import { CheckpointStripe } from './result-screen.tsx';
import { Station } from './station.tsx';
import { useStationSettings } from './use-settings.ts';

interface HourNoticeProps {
  checkpoint: string;
  onChange: (checkpoint: string) => void;
}

/** Warns, without stopping anybody, that the schedule has this checkpoint at another hour. */
function HourNotice({ checkpoint, onChange }: HourNoticeProps) {
  const event = useEvent();
  const now = useNow();
  const name = event?.checkpoints.find(({ id }) => id === checkpoint)?.name ?? '';
  const misfit = event && findMisfit(name, event, now);
  if (!misfit) return null;
  const { slot, fitting } = misfit;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md border-2 border-ink bg-amber px-4 py-2 text-ink [color-scheme:light]"
    >
      <p className="min-w-0 wrap-anywhere">
        By the schedule, <strong>{name}</strong> is on {formatDateTime(slot.startsAt, event)}.
      </p>
      {fitting && (
        <Button variant="secondary" size="compact" onClick={() => onChange(fitting.id)}>
          Change to {fitting.name}
        </Button>
      )}
    </div>
  );
}

// The camera comes first.
const CheckedInPanel = lazyPart(() => import('./checked-in-panel.tsx'));

const storageKey = 'check-in:install';

/** Offers to install the station where the browser can; a refusal is remembered on the device. */
function InstallOffer() {
  const install = useInstallPrompt();
  const [declined, setDeclined] = useState(() => localStorage.getItem(storageKey) === 'no');
  if (!install || declined) return null;
  const decline = () => {
    localStorage.setItem(storageKey, 'no');
    setDeclined(true);
  };
  return (
    <section
      aria-label="Install"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-surface-2 px-4 py-3"
    >
      <Smartphone size={20} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        Install check-in on this device, so that it opens without a network.
      </p>
      <div className="flex gap-2">
        <Button onClick={install}>Install</Button>
        <Button variant="ghost" onClick={decline}>
          Not now
        </Button>
      </div>
    </section>
  );
}

/** The station on the left, the checked-in people on the right; on phones one at a time. */
export function Component() {
  useTitle(texts.checkIn.title);
  const { settings, change } = useStationSettings();
  const [shown, setShown] = useState<'station' | 'list'>('station');
  // The sidebar has a link to the walk-ins.
  const walkIn = useSearchParams()[0].get('mode') === 'walk-in';
  const event = useEvent();
  const checkpoints = event?.checkpoints;
  const chosen = checkpoints?.find(({ id }) => id === settings.checkpoint) ?? checkpoints?.[0];
  // Fetched at once, so that the station soon needs no network.
  useQuery({ ...rosterQuery(chosen?.id ?? ''), enabled: chosen !== undefined });
  const { data: listed } = useQuery({ ...checkedInQuery(chosen?.id ?? ''), enabled: chosen !== undefined });
  const count = listed?.list.length;
  const isSeveral = (checkpoints?.length ?? 0) > 1;
  const counts = useQuery({ ...checkInCountsQuery, enabled: isSeveral }).data;
  const describeCheckpoint = (id: string, name: string) => {
    const arrived = counts?.find(({ checkpoint }) => checkpoint === id)?.count;
    return arrived === undefined ? name : `${name} (${arrived})`;
  };
  const switches = [
    ['sound', 'Sound', settings.sound ? Volume2 : VolumeX],
    ['dark', 'Dark', Moon],
    ['express', 'Express', Zap],
  ] as const;
  if (!checkpoints || !chosen) return <LoadingScreen />;
  return (
    <div className="group grid grid-cols-1 gap-3">
      {/* On phones the camera comes first, and everything is on one screen. */}
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 max-sm:contents">
        <h1 className="text-lg sm:text-3xl">{texts.checkIn.title}</h1>
        <div className="max-sm:order-3">
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Station settings</legend>
            {switches.map(([name, label, Icon]) => (
              <Button
                key={name}
                variant="ghost"
                aria-pressed={settings[name]}
                className="min-w-11 gap-1.5 px-3! aria-pressed:border-edge aria-pressed:bg-surface-2"
                onClick={() => change({ [name]: !settings[name] })}
              >
                <Icon />
                <span className="max-sm:text-sm">{label}</span>
              </Button>
            ))}
          </fieldset>
        </div>
      </div>
      <InstallOffer />
      {isSeveral && (
        <div className="overflow-hidden rounded-md border-2 border-ink [color-scheme:light]">
          <CheckpointStripe checkpoint={chosen.id}>
            <Field
              label="Checkpoint"
              className="items-center gap-x-3 max-sm:[&>label]:sr-only sm:grid-cols-[auto_minmax(0,1fr)]"
            >
              <Select
                options={checkpoints.map(({ id, name }) => ({
                  value: id,
                  label: describeCheckpoint(id, name),
                }))}
                value={chosen.id}
                onValueChange={(checkpoint) => change({ checkpoint })}
              />
            </Field>
          </CheckpointStripe>
        </div>
      )}
      <HourNotice checkpoint={chosen.id} onChange={(checkpoint) => change({ checkpoint })} />
      <fieldset className="grid grid-cols-2 gap-2 lg:hidden">
        <legend className="sr-only">Show</legend>
        {(['station', 'list'] as const).map((panel) => (
          <Button
            key={panel}
            variant={panel === shown ? 'primary' : 'secondary'}
            aria-pressed={panel === shown}
            onClick={() => setShown(panel)}
          >
            {panel === 'station' ? 'Check in' : `Checked in${count === undefined ? '' : ` (${count})`}`}
          </Button>
        ))}
      </fieldset>
      <div className="grid items-start gap-5 max-sm:order-2 lg:grid-cols-2">
        <div className={joinClasses('min-w-0', shown !== 'station' && 'max-lg:hidden')}>
          <Station
            key={`${chosen.id} ${walkIn}`}
            initialMode={walkIn ? 'walk-in' : 'scan'}
            checkpoint={chosen.id}
            settings={settings}
          />
        </div>
        <div className={joinClasses('min-w-0', shown !== 'list' && 'max-lg:hidden')}>
          <CheckedInPanel key={chosen.id} checkpoint={chosen.id} />
        </div>
      </div>
      {Object.entries(sidebarPages).map(
        ([href, { stationLink }]) =>
          stationLink &&
          !isLeftOut(event, href) && (
            <AppLink
              key={href}
              href={href}
              className="link inline-flex min-h-11 items-center justify-self-start group-has-[[role=alert]]:hidden max-sm:order-4"
            >
              {stationLink}
            </AppLink>
          ),
      )}
    </div>
  );
}
