import { useLiveQuery } from '../lib/use-live-query.ts';
import { Card } from '../ui/card.tsx';
import { myCommentsQuery } from './dashboard.api.ts';

/** What judges wrote to the team; nothing while there is nothing. */
export default function JudgeComments() {
  const comments = useLiveQuery(myCommentsQuery, 'announcements').data ?? [];
  if (comments.length === 0) return null;
  return (
    <Card title="What the judges wrote">
      <ul className="grid gap-3">
        {comments.map(({ _id, comment }) => (
          <li key={_id} className="border-l-4 border-primary pl-3 whitespace-pre-line wrap-anywhere">
            {comment}
          </li>
        ))}
      </ul>
    </Card>
  );
}
