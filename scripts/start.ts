import { readCommandLine } from './command-line.ts';
import { prepare } from './prepare.ts';

readCommandLine({ start: 'Runs the site, after building its pages when their sources have changed.' });
await prepare();
await import('../server/main.ts');
