import type { Migration } from 'kysely/migration';
import * as initial from './migrations/001_initial.ts';
import * as oneTableOfScores from './migrations/002_one_table_of_scores.ts';
import * as eventChanges from './migrations/003_event_changes.ts';
import * as doorProblems from './migrations/004_door_problems.ts';
import * as staff from './migrations/005_staff.ts';
import * as resultDecisions from './migrations/006_result_decisions.ts';
import * as shifts from './migrations/007_shifts.ts';
import * as whatPeopleMayDo from './migrations/008_what_people_may_do.ts';
import * as help from './migrations/009_help.ts';
import * as lending from './migrations/010_lending.ts';
import * as vectorsWithoutVersions from './migrations/011_vectors_without_versions.ts';
import * as claimsWithoutEnd from './migrations/012_claims_without_end.ts';
import * as applicationNotes from './migrations/013_application_notes.ts';
import * as enteredScores from './migrations/014_entered_scores.ts';
import * as searchQuestions from './migrations/015_search_questions.ts';
import * as exceptions from './migrations/016_exceptions.ts';
import * as sitePictures from './migrations/017_site_pictures.ts';
import * as scoresOnPhones from './migrations/018_scores_on_phones.ts';
import * as thingPhotos from './migrations/019_thing_photos.ts';
import * as webhook from './migrations/020_webhook.ts';

/** The migrations of this program, in their order. A released one is never changed. */
export const migrations: Record<string, Migration> = {
  '001_initial': initial,
  '002_one_table_of_scores': oneTableOfScores,
  '003_event_changes': eventChanges,
  '004_door_problems': doorProblems,
  '005_staff': staff,
  '006_result_decisions': resultDecisions,
  '007_shifts': shifts,
  '008_what_people_may_do': whatPeopleMayDo,
  '009_help': help,
  '010_lending': lending,
  '011_vectors_without_versions': vectorsWithoutVersions,
  '012_claims_without_end': claimsWithoutEnd,
  '013_application_notes': applicationNotes,
  '014_entered_scores': enteredScores,
  '015_search_questions': searchQuestions,
  '016_exceptions': exceptions,
  '017_site_pictures': sitePictures,
  '018_scores_on_phones': scoresOnPhones,
  '019_thing_photos': thingPhotos,
  '020_webhook': webhook,
};
