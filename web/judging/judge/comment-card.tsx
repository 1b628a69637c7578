import { limits } from '../../../contract/limits.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/field.tsx';

interface CommentCardProps {
  value: string;
  shownToTeams: boolean;
  onChange: (comment: string) => void;
}

export default function CommentCard({ value, shownToTeams, onChange }: CommentCardProps) {
  return (
    <Card>
      <Field
        label="Comment"
        required={false}
        hint={
          shownToTeams
            ? 'Organizers see it with your name. The team sees it later, without your name.'
            : 'Only organizers see it.'
        }
      >
        <Textarea
          className="min-h-20"
          value={value}
          limit={limits.text.message}
          maxLength={limits.text.message}
          onValueChange={onChange}
        />
      </Field>
    </Card>
  );
}
