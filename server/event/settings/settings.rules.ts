import { isDeepStrictEqual } from 'node:util';
import { type Event, listPrizes } from '../../../contract/event/event.ts';
import { listTrackRubrics } from '../../../contract/judging/judging-tracks.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import type { EventUsage } from './settings.queries.ts';

/** A part of the event that has to stay, because so many things refer to it; free where none does. */
interface Lock {
  count: number | undefined;
  /** Where it is in the event, such as `tracks.0.id`. */
  path: string;
  reason: string;
  isKept: (next: Event) => boolean;
}

/** Lists what can no longer change. */
export function listLocks(event: Event, usage: EventUsage): Lock[] {
  return [
    ...event.tracks.map(({ id }, at) => lockTrack(usage, id, at)),
    ...event.checkpoints.map(({ id }, at) => lockCheckpoint(usage, id, at)),
    ...lockPrizes(event, usage),
    ...event.agreements.map((agreement, at) => lockAgreement(usage, agreement, at)),
    ...lockRubrics(event, usage),
    ...lockTrackRubrics(event, usage),
    lockCapacity(event, usage),
    lockProjects(event, usage),
  ].filter(({ count }) => count);
}

/** Returns the refusal of a change to something that has to stay. */
export function changeRefusal(next: Event, locks: Lock[]) {
  const broken = locks.filter(({ isKept }) => !isKept(next));
  const [first] = broken;
  if (!first) return undefined;
  const fields = Object.fromEntries(broken.map(({ path, reason }) => [path, reason]));
  return { code: 'settings_locked' as const, values: { reason: first.reason }, fields };
}

function lockTrack({ tracks }: EventUsage, id: string, at: number): Lock {
  const count = getOwnValue(tracks, id) ?? 0;
  return {
    count,
    path: `tracks.${at}.id`,
    reason: `${formatCount(count, 'application')} chose “${id}”, so the track and its id stay. Its title can change.`,
    isKept: (next) => next.tracks.some((track) => track.id === id),
  };
}

function lockCheckpoint({ checkpoints }: EventUsage, id: string, at: number): Lock {
  const count = getOwnValue(checkpoints, id) ?? 0;
  return {
    count,
    path: `checkpoints.${at}.id`,
    reason: `${formatCount(count, 'check-in')} happened at “${id}”, so the checkpoint${at === 0 ? ' stays the first one' : ' and its id stay'}. Its name can change.`,
    isKept: ({ checkpoints: next }) =>
      at === 0 ? next[0]?.id === id : next.some((checkpoint) => checkpoint.id === id),
  };
}

function lockProjects(event: Event, { projects: count }: EventUsage): Lock {
  return {
    count: event.projects ? count : 0,
    path: 'projects',
    reason: `${formatCount(count, 'project is', 'projects are')} entered, so the event keeps them.`,
    isKept: (next) => Boolean(next.projects),
  };
}

function lockPrizes(event: Event, { prizes }: EventUsage): Lock[] {
  const own = event.projects ? event.projects.prizes : [];
  const keys = [
    ...event.specialCategories.map(({ key }, at) => ({ key, path: `specialCategories.${at}.key` })),
    ...own.map(({ key }, at) => ({ key, path: `projects.prizes.${at}.key` })),
  ];
  return keys.map(({ key, path }) => ({
    count: getOwnValue(prizes, key),
    path,
    reason: `Projects, judges or scores name the prize “${key}”, so it and its key stay. Its name can change.`,
    isKept: (next) =>
      next.specialCategories.some((category) => category.key === key) ||
      listPrizes(next).some((prize) => prize.key === key),
  }));
}

function lockAgreement(
  { agreements }: EventUsage,
  { id, version, text }: Event['agreements'][number],
  at: number,
): Lock {
  const count = agreements[`${id} ${version}`] ?? 0;
  return {
    count,
    path: `agreements.${at}.text`,
    reason: `${formatCount(count, 'person', 'people')} agreed to this text. Give another text another version, and they are asked again.`,
    isKept: (next) =>
      next.agreements.every((other) => other.id !== id || other.version !== version || other.text === text),
  };
}

function lockRubrics(event: Event, { scores }: EventUsage): Lock[] {
  const prizes = event.projects ? event.projects.prizes : [];
  return Object.keys(event.rubric).map((name) => {
    const ofPrizes = prizes.filter(({ rubric }) => rubric === name).map(({ key }) => key);
    const used = [name, ...ofPrizes].map((key) => getOwnValue(scores, key) ?? 0);
    const count = used.reduce((sum, each) => sum + each, 0);
    const getMeasures = ({ rubric }: Event) =>
      getOwnValue(rubric, name)?.map(({ key, weight }) => [key, weight]);
    return {
      count,
      path: `rubric.${name}`,
      reason: `${formatCount(count, 'score')} used this rubric, so its criteria and weights stay. Labels and descriptions can change.`,
      isKept: (next) => isDeepStrictEqual(getMeasures(next), getMeasures(event)),
    };
  });
}

function lockTrackRubrics(event: Event, { judged }: EventUsage): Lock[] {
  return listTrackRubrics(event).map((name) => ({
    count: getOwnValue(judged, name),
    path: `tracks.${event.tracks.findIndex(({ rubric }) => rubric === name)}.rubric`,
    reason: `Judges, tables or scores have the rubric “${name}”, so a track keeps it.`,
    isKept: (next) => listTrackRubrics(next).includes(name),
  }));
}

function lockCapacity(
  { capacity: stored = Number.POSITIVE_INFINITY }: Event,
  { places, waiting }: EventUsage,
): Lock {
  const least = Math.min(places, stored);
  const taken = `${least > 0 ? `Must be at least ${least}: ` : ''}${formatCount(places, 'place is', 'places are')} taken or offered`;
  const waits = `${formatCount(waiting, 'person waits', 'people wait')} for one`;
  return {
    count: places + waiting,
    path: 'capacity',
    reason: waiting > 0 ? `${taken}, and ${waits}.` : `${taken}.`,
    // More people than places is no reason to refuse what changes nothing about it.
    isKept: ({ capacity }) => (capacity === undefined ? waiting === 0 : capacity >= least),
  };
}
