/** Returns the command line that runs npm: the npm that started this script, or else the one in PATH. */
export function npmCommand(...args: string[]): [string, ...string[]] {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
}
