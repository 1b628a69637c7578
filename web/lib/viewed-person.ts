import { visitorPaths } from '../../contract/visitor-paths.ts';

const { pathname = '', search = '' } = globalThis.location ?? {};

/** The id of the person whose dashboard an organizer looks at, as long as this document is open; else undefined. */
export const viewedPerson: string | undefined =
  (pathname === visitorPaths.dashboard && new URLSearchParams(search).get('viewAs')) || undefined;

/** Returns the address of a person's dashboard for an organizer; followed as a document, not within the app. */
export const formatViewLink = (userId: string, applicationId: string) =>
  `${visitorPaths.dashboard}?${new URLSearchParams({ viewAs: userId, id: applicationId })}`;
