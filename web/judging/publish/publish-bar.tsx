import type { Publication } from '../../../contract/judging/results.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { useEvent } from '../../lib/event.api.ts';
import { ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { usePublishResults } from './publish.api.ts';

export function PublishButton({ publication }: { publication: Publication }) {
  const publish = usePublishResults();
  const { locked, groups } = publication;
  const event = useEvent();
  const open = groups.filter(({ decision }) => !decision?.locked).length;
  const withoutWinner = [
    ...groups.filter(({ decision }) => !decision?.locked?.winners.length),
    ...(event?.projects?.prizes ?? []).filter(
      (prize) => !groups.some(({ key }) => key === `special:${prize.key}` || key === `prize:${prize.key}`),
    ),
  ].map(({ label }) => label);
  const gallery = event?.projects
    ? event.projects.galleryOpen
      ? ' and in the gallery'
      : ', and in the gallery once it is open'
    : '';
  const question = {
    title: 'Publish the results?',
    body: `Everyone on the internet will see these winners on the results page${gallery}. Scores and other teams stay private.${open > 0 ? ` ${formatCount(open, 'group is', 'groups are')} not locked and left out.` : ''}${withoutWinner.length > 0 ? ` Without a winner: ${withoutWinner.join(', ')}.` : ''}`,
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
