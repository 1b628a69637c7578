import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { ScoreSlider } from '../ui/score-slider.tsx';
import type { ScoreDraft } from './score-draft.ts';

interface SpecialCategoriesProps {
  categories: readonly { key: string; label: string }[];
  draft: ScoreDraft;
  onChange: (changes: Partial<ScoreDraft>) => void;
}

/** Scores for special prizes, hacker track only: a checkbox, then a slider for each chosen category. */
export function SpecialCategories({ categories, draft, onChange }: SpecialCategoriesProps) {
  const { special, chosen, specialScores } = draft;
  return (
    <Card className="grid gap-5">
      <Checkbox
        label={<span className="font-semibold">Special Categories</span>}
        checked={special}
        onChange={({ currentTarget }) => onChange({ special: currentTarget.checked })}
      />
      {special && (
        <>
          <MultiSelect
            label="Special Categories"
            prompt="Choose categories"
            options={categories}
            chosen={chosen}
            onChange={(next) => onChange({ chosen: next })}
          />
          {categories
            .filter(({ key }) => chosen.includes(key))
            .map(({ key, label }) => (
              <ScoreSlider
                key={key}
                label={label}
                value={specialScores[key] ?? 0}
                untouched={specialScores[key] === undefined}
                onChange={(value) => onChange({ specialScores: { ...specialScores, [key]: value } })}
              />
            ))}
        </>
      )}
    </Card>
  );
}
