import path from 'node:path';
import { type Applicant, type BuiltProfile, buildProfile } from '../../../packages/search/profile.ts';
import type { EventTerm, Thesaurus } from '../../../packages/search/thesaurus.ts';
import { ChildPool, poolIsBusy } from '../../platform/files/child-pool.ts';

interface Options {
  thesaurus: Thesaurus;
  eventDate: string;
  /** The event's own terms. */
  terms?: readonly EventTerm[];
  /** Milliseconds for one applicant. */
  timeLimit?: number;
  /** The child's file. */
  file?: string;
}

const memoryLimit = 400 * 1024 * 1024;

/**
 * Builds profiles in a child process, so that no text of an applicant delays a request. It is killed when the applicants of
 * a call take longer than 10 s or too much memory; then each is built alone, and the texts of those who exceed a limit
 * again count as unreadable.
 */
export function createProfileBuilder({
  thesaurus,
  eventDate,
  terms = [],
  timeLimit = 10_000,
  file = path.join(import.meta.dirname, 'profile-builder.child.ts'),
}: Options) {
  const pool = new ChildPool({
    program: {
      name: 'profile builder',
      file,
      arguments: [eventDate, JSON.stringify(terms)],
      readable: [path.join(import.meta.dirname, '*'), path.join(import.meta.dirname, '../../../packages/*')],
      execArgv: ['--max-old-space-size=128', '--max-semi-space-size=2'],
    },
  });

  async function buildTogether(applicants: readonly Applicant[]): Promise<BuiltProfile[] | undefined> {
    if (applicants.length === 0) return [];
    const answer = await pool.run(applicants, { time: timeLimit, memory: memoryLimit });
    return answer === poolIsBusy ? undefined : (answer as BuiltProfile[] | undefined);
  }

  function buildUnreadable(applicant: Applicant): BuiltProfile {
    const empty = { ...applicant, major: '', whyJoin: '', resumeText: undefined, links: [], answers: [] };
    const { profile, words } = buildProfile(empty, thesaurus, eventDate);
    return { profile: { ...profile, major: applicant.major, suspicious: true }, words };
  }

  return {
    /** Returns the profiles in the order of the applicants. Rejects only when the child does not start. */
    async build(applicants: readonly Applicant[]): Promise<BuiltProfile[]> {
      const built = await buildTogether(applicants);
      if (built) return built;
      const alone: BuiltProfile[] = [];
      for (const applicant of applicants)
        alone.push((await buildTogether([applicant]))?.[0] ?? buildUnreadable(applicant));
      return alone;
    },
    /** Ends the child. */
    close: () => pool.close(),
  };
}

export type ProfileBuilder = ReturnType<typeof createProfileBuilder>;
