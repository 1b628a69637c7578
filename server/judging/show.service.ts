import { listTracksOfRubric } from '../../contract/judging/judging-tracks.ts';
import type { Show } from '../../contract/judging/results.ts';
import type { Services } from '../platform/services.ts';
import { loadMakers, loadPictures } from '../projects/gallery-projects.service.ts';
import { selectDecisions } from './decisions.queries.ts';
import { listLocked } from './publication.service.ts';
import { findEntrants, nameWinners } from './published-results.service.ts';
import { loadRankedGroups } from './ranked-groups.service.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Returns the sponsor of a group's prize, or the prize of its track. */
function findSponsor({ projects, tracks }: Services['event'], key: string): string | null {
  const [kind, name] = key.split(':');
  if (kind === 'prize' && projects)
    return projects.prizes.find((prize) => prize.key === name)?.judgedBy ?? null;
  const [track] =
    kind === 'track'
      ? listTracksOfRubric({ tracks }, name ?? '')
      : tracks.filter(({ slug }) => kind === 'only' && slug === name);
  return track?.prize ?? null;
}

/** Returns the locked winners, the first group's prize last, and first rank last within each. */
export async function getShow(services: Needs): Promise<Show> {
  const { db, event } = services;
  const decisions = await selectDecisions(db);
  const locked = listLocked(await loadRankedGroups(services), decisions);
  const all = locked.flatMap(({ winners }) => winners);
  const [toNamed, toEntrant] = [await nameWinners(db, all), await findEntrants(db, all)];
  const projects = all.flatMap((winner) => toNamed(winner).project ?? []);
  const [pictures, makers] = [await loadPictures(db, projects), await loadMakers(db, projects)];
  return {
    version: locked.map(({ seen }) => seen).join(),
    prizes: locked.toReversed().map(({ key, label, winners }) => ({
      key,
      label,
      sponsor: findSponsor(event, key),
      note: decisions.find((each) => each.key === key)!.decision.note,
      winners: winners.toReversed().map((winner) => {
        const { place, name, team, project } = toNamed(winner);
        const picture = pictures.get(project ?? '')?.[0]?.url ?? null;
        const named = { place, name, team, makers: makers.get(project ?? '') ?? [], picture };
        return { ...named, ...toEntrant(winner) };
      }),
    })),
  };
}
