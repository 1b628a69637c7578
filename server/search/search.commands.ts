import { type Command, UsageError } from '../command.ts';
import { loadEvent } from '../event/load.ts';
import { evaluateSearch } from './evaluate.ts';

/** Indexes the applicants of a file, runs queries, writes their results, and prints the times. Needs no site. */
export const searchEvalCommand: Command = {
  usage: ['search-eval --applicants FILE --queries FILE --out FILE'],
  run: async (args, { print }) => {
    const given: Record<string, string | undefined> = {};
    for (let at = 0; at < args.length; at += 2) given[args[at]!] = args[at + 1];
    const { '--applicants': applicants, '--queries': queries, '--out': out, ...others } = given;
    if (!applicants || !queries || !out || Object.keys(others).length > 0) throw new UsageError();
    const { dates, tracks } = await loadEvent();
    const event = { eventDate: dates.start, tracks: tracks.map((track) => track.id) };
    for (const line of evaluateSearch({ applicants, queries, out }, event)) print(line);
  },
};
