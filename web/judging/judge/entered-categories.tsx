import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { Card } from '../../ui/card.tsx';
import { ScorePad } from '../../ui/score-pad.tsx';
import type { ScoreDraft } from './score-draft.ts';

type Marks = Pick<ScoreDraft, 'specialScores' | 'unseen'>;

interface EnteredCategoriesProps {
  categories: readonly { key: string; label: string }[];
  draft: Marks;
  isTried: boolean;
  onChange: (changes: Partial<Marks>) => void;
}

/** The special categories that the team entered: each wants a mark, or that the judge did not see it. */
export function EnteredCategories({
  categories,
  draft: { specialScores, unseen },
  isTried,
  onChange,
}: EnteredCategoriesProps) {
  return (
    <Card title="Categories this team entered" className="grid gap-4 max-sm:p-4">
      {categories.map(({ key, label }) => {
        const value = getOwnValue(specialScores, key);
        const isUnseen = unseen.includes(key);
        return (
          <ScorePad
            key={key}
            label={label}
            value={isUnseen ? undefined : value}
            isMissing={isTried && !isUnseen && value === undefined}
            unseen={{
              checked: isUnseen,
              onChange: (checked) =>
                onChange({ unseen: checked ? [...unseen, key] : unseen.filter((each) => each !== key) }),
            }}
            onChange={(mark) => onChange({ specialScores: { ...specialScores, [key]: mark } })}
          />
        );
      })}
    </Card>
  );
}
