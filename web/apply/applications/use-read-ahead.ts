import { useEffect } from 'react';
import type { Application } from '../../../contract/apply/applications.ts';
import { queryClient } from '../../lib/query-client.ts';
import { applicantTeamQuery, applicationByIdQuery, applicationHistoryQuery } from './applications.api.ts';
import { documentQuery } from './documents.api.ts';
import { loadPdfViewer } from './load-pdf-viewer.ts';

// In milliseconds: applications that are passed quickly are not fetched.
const pause = 150;

/** Fetches ahead while an application is read: its resume, and everything of the next ones in the list. */
export function useReadAhead(current: Application | undefined, next: (Application | undefined)[]): void {
  const following = next.filter((application) => application !== undefined);
  const ids = [current, ...following].map((application) => application?._id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids identify the applications, which are new objects at every render.
  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => {
      for (const { resumeUrl } of [current, ...following])
        if (resumeUrl) void queryClient.prefetchQuery(documentQuery(resumeUrl));
      for (const { _id, user } of following) {
        void queryClient.prefetchQuery(applicationByIdQuery(_id));
        void queryClient.prefetchQuery(applicationHistoryQuery(_id));
        if (user.team) void queryClient.prefetchQuery(applicantTeamQuery(user.team));
      }
      void loadPdfViewer();
    }, pause);
    return () => clearTimeout(timer);
  }, [ids]);
}
