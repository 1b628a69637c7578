import { texts } from '../../contract/texts.ts';

/** Returns a name as organizers, volunteers and teams read it: a sentence for somebody who has not entered one. */
export const formatName = (name: string | null | undefined): string => name || texts.admin.noName;
