import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Prompts on the terminal without an echo, twice if `isNew`. Without a terminal, returns the first line of the input.
 * Throws a sentence when they differ.
 */
export async function askForPassphrase(question: string, isNew = false): Promise<string> {
  const { isTTY } = process.stdin;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTTY });
  const ask = async (text: string) => {
    if (isTTY) process.stderr.write(text);
    const typed = await Promise.race([
      lines.question(''),
      new Promise<string>((end) => lines.once('close', () => end(''))),
    ]);
    if (isTTY) process.stderr.write('\n');
    return typed;
  };
  try {
    const typed = await ask(question);
    if (isNew && isTTY && (await ask('Repeat the passphrase: ')) !== typed)
      throw new Error('The passphrases do not match. Nothing was changed.');
    return typed;
  } finally {
    lines.close();
  }
}
