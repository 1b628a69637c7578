import { Check, CircleDashed, CircleHelp, X } from 'lucide-react';
import type { Evidence, SearchResult } from '../../../../contract/apply/search.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Match } from './match.tsx';

const states = {
  met: { Icon: Check, color: 'text-success' },
  partial: { Icon: CircleDashed, color: 'text-warning' },
  'not found': { Icon: CircleHelp, color: 'text-muted' },
  contradicted: { Icon: X, color: 'text-danger' },
} as const;

/** Each condition of the query: whether the application meets it, with a quote. */
function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className="grid gap-3">
      {evidence.map(({ constraint, state, quote, source, wish }) => {
        const { Icon, color } = states[state];
        return (
          <li key={constraint} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <Icon size={20} className={`mt-0.5 ${color}`} />
            <div>
              <p>
                <strong>{constraint}</strong> <span className={`text-sm ${color}`}>{state}</span>
                {wish && <span className="text-sm text-muted"> · planned, not done</span>}
              </p>
              {quote && (
                <p className="text-sm break-words text-muted">
                  <q>{quote}</q> {source && <span>({source})</span>}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const resumeStates = {
  waiting: 'The resume has not been read yet. Only the answers are searched.',
  unavailable: 'The resume has no readable text, such as a scan. Only the answers are searched.',
} as const;

/** Why a person was found, and what the search knows about them. */
export function SearchResultCard({ result }: { result: SearchResult }) {
  const { evidence, tags, socials, contact_number: phone, resumeText, match_score: score, guess } = result;
  return (
    <Card title="Search result" aside={guess ? <Badge>Guess</Badge> : <Match score={score} />}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          {guess ? texts.search.guess : fill(texts.search.matchMeaning, { percent: Math.round(score * 100) })}
        </p>
        {evidence ? (
          <EvidenceList evidence={evidence} />
        ) : (
          <p className="text-sm text-muted">
            Vector search reads the whole application and quotes nothing. Search with RAG to read the sentence
            for each thing that you asked for.
          </p>
        )}
        {result.suspicious && (
          <p className="text-sm font-semibold text-danger">
            Parts of this application address the search rather than people, such as instructions or lists of
            keywords. They are ignored.
          </p>
        )}
        {resumeText !== 'read' && <p className="text-sm text-muted">{resumeStates[resumeText]}</p>}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        {(socials.length > 0 || phone) && (
          <ul aria-label="Contacts" className="grid gap-1 text-sm break-all">
            {phone && (
              <li>
                <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                  {phone}
                </a>
              </li>
            )}
            {socials.map((url) => (
              <li key={url}>
                <a className="link" href={url} target="_blank" rel="noreferrer nofollow">
                  {url.replace(/^https?:\/\//, '')}
                </a>
              </li>
            ))}
          </ul>
        )}
        <details>
          <summary className="min-h-8 cursor-pointer font-semibold">Profile text</summary>
          <p className="mt-2 max-w-[66ch] text-sm break-words whitespace-pre-wrap">{result.text}</p>
        </details>
      </div>
    </Card>
  );
}
