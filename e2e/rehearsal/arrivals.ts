import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '../../server/platform/services.ts';
import { startLossyProxy } from '../../server/testing/lossy-proxy.ts';
import { buildStation, Station } from '../lossy-check-in.ts';
import type { Guest } from '../lossy-station.ts';
import { signInStaff } from './people.ts';

/** How the arrivals went: what the network lost, and how many people were scanned twice. */
export interface Arrivals {
  lostCalls: number;
  lostAnswers: number;
  saved: number;
  scannedTwice: number;
  /** Everybody has a valid pass, so each refusal is wrong. */
  refused: number;
}

const pace = 40;
const refusals = new Set(['refused', 'unlisted', 'trouble']);
const isRepeat = ({ result, title }: { result: string; title: string }) =>
  result === 'already' || (result === 'trouble' && /already/i.test(title));

/**
 * Lets people arrive at three stations that run the page's own code, behind a network that loses a tenth of the calls and a
 * fifth of the answers, is slow now and then, and is gone for a while. Returns when the last queue is empty.
 */
export async function letArrive(services: Services, port: number, guests: Guest[]): Promise<Arrivals> {
  const folder = await mkdtemp(path.join(tmpdir(), 'overnight-rehearsal-'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const proxy = await startLossyProxy(port, { before: 0.1, after: 0.2, slow: 0.05 });
  const stations: Station[] = [];
  try {
    const program = await buildStation(folder);
    const share = Math.ceil(guests.length / 3);
    // Some people go to the next station too.
    const twice = Math.ceil(share / 40);
    for (const at of [0, 1, 2]) {
      const email = `volunteer.${at + 1}@staff.example`;
      const cookie = await signInStaff(services, { name: `Volunteer ${at + 1}`, email, role: 'volunteer' });
      const own = guests.slice(at * share, (at + 1) * share);
      const others = guests.slice(((at + 1) % 3) * share).slice(0, twice);
      stations.push(new Station(program, { port: proxy.port, cookie, guests: [...own, ...others], pace }));
    }
    for (const station of stations) station.open();
    const countSaid = () => stations.reduce((sum, { said }) => sum + said.length, 0);
    while (countSaid() < guests.length / 3) await pause(20);
    const outage = proxy.outage();
    await pause(2000);
    outage.over();
    await Promise.all(stations.map(({ over }) => over.promise));
    const said = stations.flatMap((station) => station.said);
    return {
      lostCalls: proxy.counts['lost before'] + proxy.counts.outage,
      lostAnswers: proxy.counts['lost after'],
      saved: said.filter(({ result }) => result === 'saved').length,
      scannedTwice: said.filter(isRepeat).length,
      refused: said.filter((one) => refusals.has(one.result) && !isRepeat(one)).length,
    };
  } finally {
    await Promise.all(stations.map((station) => station.close()));
    await proxy.close();
    await rm(folder, { recursive: true });
  }
}
