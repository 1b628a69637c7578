import { formatCount } from '../../../contract/platform/format.ts';
import { Card } from '../../ui/card.tsx';
import { ScoreSlider } from '../../ui/score-slider.tsx';

type Scores = Record<string, number | undefined>;

interface RubricCardProps {
  criteria: readonly { key: string; label: string; weight: number; description: string }[];
  scores: Scores;
  onChange: (scores: Scores) => void;
}

/** One slider for each criterion. */
export function RubricCard({ criteria, scores, onChange }: RubricCardProps) {
  return (
    <Card title="Scoring Rubric" className="max-sm:p-4">
      <div className="grid gap-4 sm:gap-8">
        {criteria.map(({ key, label, weight, description }) => (
          <ScoreSlider
            key={key}
            label={label}
            aside={`${weight}%`}
            description={description}
            value={scores[key]}
            onChange={(value) => onChange({ ...scores, [key]: value })}
          />
        ))}
      </div>
    </Card>
  );
}

/** Says how many criteria have no points yet; undefined when all have some. */
export function describeZeros(criteria: readonly { key: string }[], scores: Scores): string | undefined {
  const zeros = criteria.filter(({ key }) => !scores[key]).length;
  return zeros > 0 ? `${formatCount(zeros, 'criterion is', 'criteria are')} still 0.` : undefined;
}
