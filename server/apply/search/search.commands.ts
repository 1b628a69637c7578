import { evaluateSearch } from '../../../packages/search/vocabulary/evaluation/evaluate.ts';
import { readEventFolder } from '../../event/event-folder.ts';
import type { Command } from '../../platform/command.ts';
import { defaultEventFolder } from '../../platform/config.ts';

/** Indexes the applicants of a file, runs queries, writes their results, and prints the times. Needs no site. */
export const searchEvalCommand: Command = {
  usage: {
    'search-eval --applicants FILE --queries FILE --out FILE':
      'Runs the queries of a file on the applicants of a file and writes what is found; needs no site.',
  },
  run: async ({ options }, { print }) => {
    const [applicants, queries, out] = [options.applicants, options.queries, options.out].map(String) as [
      string,
      string,
      string,
    ];
    const { dates, tracks } = (await readEventFolder(defaultEventFolder)).event;
    const event = { eventDate: dates.start, tracks: tracks.map((track) => track.id) };
    for (const line of evaluateSearch({ applicants, queries, out }, event)) print(line);
  },
};
