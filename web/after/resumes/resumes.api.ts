import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/after/resume-book.ts';
import { call, formatCallUrl } from '../../lib/call.ts';

export const sharedZipUrl = formatCallUrl(contract.downloadSharedResumes);

// Read once: the token leaves the address bar and the history.
let token: string | undefined;
function takeToken(): string | undefined {
  const [, found] = /^#([\w-]{20,100})$/.exec(location.hash) ?? [];
  if (found) {
    token = found;
    history.replaceState(history.state, '', location.pathname);
  }
  return token;
}

/** Opens the link that the page was opened with, if any, and returns whose resumes it has. */
export const sharedResumesQuery = queryOptions({
  queryKey: ['resumes', 'shared'],
  queryFn: async ({ signal }) => {
    const given = takeToken();
    if (given) await call(contract.openResumeLink, { body: { token: given }, signal });
    return call(contract.getSharedResumes, { signal });
  },
  retry: false,
  staleTime: 0,
});
