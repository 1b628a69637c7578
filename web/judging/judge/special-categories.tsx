import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { ScoreSlider } from '../../ui/score-slider.tsx';
import { tablesQuery } from './judge.api.ts';
import type { ScoreDraft } from './score-draft.ts';

interface SpecialCategoriesProps {
  categories: readonly { key: string; label: string }[];
  draft: ScoreDraft;
  onChange: (changes: Partial<ScoreDraft>) => void;
}

/** Scores for special prizes, hacker track only: a checkbox, then a slider for each chosen category. */
export function SpecialCategories({ categories, draft, onChange }: SpecialCategoriesProps) {
  const { special, chosen, specialScores } = draft;
  const { data: tables } = useQuery(tablesQuery);
  const table = tables?.find(({ teamNumber }) => String(teamNumber) === draft.teamNumber.trim());
  const entered = table?.project?.special ?? [];
  const missing = entered.filter((key) => !special || !chosen.includes(key));
  return (
    <Card className="grid gap-5">
      <Checkbox
        label={<span className="font-semibold">Special Categories</span>}
        checked={special}
        onChange={({ currentTarget }) => onChange({ special: currentTarget.checked })}
      />
      {missing.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-muted">
            This team has entered for{' '}
            {categories
              .filter(({ key }) => entered.includes(key))
              .map(({ label }) => label)
              .join(', ')}
            .
          </p>
          <Button
            variant="secondary"
            onClick={() => onChange({ special: true, chosen: [...new Set([...chosen, ...entered])] })}
          >
            Score what they entered
          </Button>
        </div>
      )}
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
                value={specialScores[key]}
                onChange={(value) => onChange({ specialScores: { ...specialScores, [key]: value } })}
              />
            ))}
        </>
      )}
    </Card>
  );
}
