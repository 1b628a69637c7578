import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { ScoreSlider } from '../../ui/score-slider.tsx';
import type { ScoreDraft } from './score-draft.ts';

interface OtherCategoriesProps {
  categories: readonly { key: string; label: string }[];
  draft: ScoreDraft;
  onChange: (changes: Partial<ScoreDraft>) => void;
}

/** The special categories that the team did not enter: the judge chooses those to score. */
export function OtherCategories({ categories, draft, onChange }: OtherCategoriesProps) {
  const { special, chosen, specialScores } = draft;
  return (
    <Card className="grid gap-5">
      <Checkbox
        label={<span className="font-semibold">Special Categories</span>}
        checked={special}
        onCheckedChange={(checked) => onChange({ special: checked })}
      />
      {special && (
        <>
          <MultiSelect
            label="Special Categories"
            prompt="Choose categories"
            options={categories.map(({ key, label }) => ({ value: key, label }))}
            chosen={chosen.filter((key) => categories.some((category) => category.key === key))}
            onChange={(keys) => onChange({ chosen: keys })}
          />
          {categories
            .filter(({ key }) => chosen.includes(key))
            .map(({ key, label }) => (
              <ScoreSlider
                key={key}
                label={label}
                value={getOwnValue(specialScores, key)}
                onChange={(mark) => onChange({ specialScores: { ...specialScores, [key]: mark } })}
              />
            ))}
        </>
      )}
    </Card>
  );
}
