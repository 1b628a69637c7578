import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../../contract/limits.ts';
import { ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { useCanDecide } from '../use-can-decide.ts';
import type { ListView } from '../use-view-state.ts';
import {
  reviewStatusQuery,
  useClaimApplications,
  useEndClaims,
  useUpdateBlindReview,
} from './reviews.api.ts';

interface ReviewBarProps {
  view: ListView;
  onShare: (share: ListView['share']) => void;
}

export default function ReviewBar({ view, onShare }: ReviewBarProps) {
  const { data } = useQuery(reviewStatusQuery);
  const claim = useClaimApplications();
  const end = useEndClaims();
  const blind = useUpdateBlindReview();
  const canDecide = useCanDecide();
  const claimed = data?.claimed ?? 0;
  const getMore = () => claim.mutate(limits.claim.size, { onSuccess: () => onShare('mine') });
  const switchBlind = (isOn: boolean) => {
    const question = isOn
      ? {
          title: 'Make review blind for all organizers?',
          body: 'Every organizer, you included, stops seeing who applied and what others think until they have rated an application. Exports, badges, recipient lists and changes of ratings are refused meanwhile.',
          confirmLabel: 'Make review blind',
        }
      : {
          title: 'End blind review for all organizers?',
          body: 'Every organizer will see who applied, their resumes, and all ratings and notes, also of applications that they have not rated.',
          confirmLabel: 'Show everything',
        };
    void ask(question, () => blind.mutateAsync(isOn));
  };
  return (
    <section
      aria-label="Review together"
      className="flex flex-wrap items-center gap-x-2 border-b border-hairline px-2 text-sm"
    >
      <Button size="sm" variant="ghost" busy={claim.isPending} onClick={getMore}>
        {claimed > 0 ? 'Fill my share' : 'Get my share'}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-pressed={view.share === 'mine'}
        className="aria-pressed:underline"
        onClick={() => onShare(view.share ? undefined : 'mine')}
      >
        My share <span className="tabular">({claimed})</span>
      </Button>
      {claimed > 0 && (
        <Button size="sm" variant="ghost" busy={end.isPending} onClick={() => end.mutate()}>
          Give back
        </Button>
      )}
      {canDecide && (
        <Checkbox
          label="Blind review"
          className="ml-auto pr-1"
          checked={blind.isPending ? blind.variables : (data?.blind ?? false)}
          disabled={!data || blind.isPending}
          onCheckedChange={switchBlind}
        />
      )}
    </section>
  );
}
