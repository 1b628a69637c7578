import type { Publication } from '../../../contract/judging/results.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { usePublishResults } from './publish.api.ts';

export function PublishButton({ publication }: { publication: Publication }) {
  const publish = usePublishResults();
  const { locked, groups } = publication;
  const open = groups.filter(({ decision }) => !decision?.locked).length;
  const question = {
    title: 'Publish the results?',
    body: `Everyone on the internet will see these winners on the results page and in the gallery. Scores and other teams stay private.${open > 0 ? ` ${formatCount(open, 'group is', 'groups are')} not locked and left out.` : ''}`,
    confirmLabel: 'Publish',
  };
  return (
    <>
      {open > 0 && (
        <p role="status" className="mr-auto text-sm font-semibold text-danger">
          {formatCount(open, 'group is', 'groups are')} not locked
          {locked.length > 0 && ' and will not be published'}.
        </p>
      )}
      <Button
        disabled={locked.length === 0}
        onClick={() => void ask(question, () => publish.mutateAsync({ body: { locked } }))}
      >
        {publication.publishedAt ? 'Publish again' : 'Publish results'}
      </Button>
    </>
  );
}
