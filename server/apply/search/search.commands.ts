import { readEventFolder } from '../../event/event-folder.ts';
import { type Command, UsageError } from '../../platform/command.ts';
import { defaultEventFolder } from '../../platform/config.ts';
import { evaluateSearch } from './evaluate.ts';
import { createEmbeddingProcess } from './models/embedding-process.ts';

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
    const process = options['without-model'] ? undefined : createEmbeddingProcess();
    const { signal } = new AbortController();
    const embed =
      process && ((texts: readonly string[]) => process.embedOften(texts, { key: 'search', signal }));
    try {
      for (const line of await evaluateSearch({ applicants, queries, out }, event, embed)) print(line);
    } finally {
      process?.close();
    }
  },
};
