import { evaluateSearch } from '../../../packages/search/vocabulary/evaluation/evaluate.ts';
import { readEventFolder } from '../../event/event-folder.ts';
import { type Command, UsageError } from '../../platform/command.ts';
import { defaultEventFolder } from '../../platform/config.ts';

/** Indexes the applicants of a file, runs queries, writes their results, and prints the times. Needs no site. */
export const searchEvalCommand: Command = {
  usage: {
    'search-eval --applicants FILE --queries FILE --out FILE [--event-date DATE] [--without-model]':
      'Runs the queries of a file on the applicants of a file and writes what is found; needs no site.',
  },
  run: async ({ options }, { print }) => {
    const [applicants, queries, out] = [options.applicants, options.queries, options.out].map(String) as [
      string,
      string,
      string,
    ];
    const { dates, tracks, checkpoints } = (await readEventFolder(defaultEventFolder)).event;
    const eventDate = String(options['event-date'] ?? dates.start);
    if (!/^\d{4}-\d\d-\d\d$/.test(eventDate))
      throw new UsageError('--event-date must be a date such as 2025-09-20.');
    const event = { eventDate, tracks: tracks.map((track) => track.id), checkpoints };
    for (const line of evaluateSearch({ applicants, queries, out }, event)) print(line);
  },
};
