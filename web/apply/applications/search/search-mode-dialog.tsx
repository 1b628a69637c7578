import type { SearchType } from '../../../../contract/apply/search.ts';
import { limits } from '../../../../contract/limits.ts';
import { formatCount } from '../../../../contract/platform/format.ts';
import { fill, texts } from '../../../../contract/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { modeNames, type SearchState } from './use-search.ts';
import type { SearchWarningKind } from './warning.ts';

const cases: Record<SearchWarningKind, { limit: number; asked: SearchType; better?: SearchType }> = {
  useRag: { limit: limits.search.vectorMax, asked: 'vector', better: 'rag' },
  useVector: { limit: limits.search.ragMin, asked: 'rag', better: 'vector' },
  expensive: { limit: limits.search.ragMax, asked: 'rag' },
};

/** Asks before a search that suits the other mode better or is expensive. */
export function SearchModeDialog({
  search,
}: {
  search: Pick<SearchState, 'warning' | 'dismissWarning' | 'run'>;
}) {
  const { warning, dismissWarning, run } = search;
  const { limit, asked, better } = cases[warning?.kind ?? 'useRag'];
  return (
    <Dialog
      open={warning !== undefined}
      onClose={dismissWarning}
      title={texts.search.warningTitle}
      description={
        warning && fill(texts.search[warning.kind], { tokens: formatCount(warning.tokens, 'token'), limit })
      }
      footer={
        <>
          <Button variant="ghost" onClick={dismissWarning}>
            Cancel
          </Button>
          <Button variant={better ? 'secondary' : 'primary'} onClick={() => void run(asked)}>
            {better ? `Proceed with ${modeNames[asked]}` : texts.search.proceedExpensive}
          </Button>
          {better && <Button onClick={() => void run(better)}>Use {modeNames[better]}</Button>}
        </>
      }
    />
  );
}
