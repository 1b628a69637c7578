import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
  const [asked, setAsked] = useState<boolean>();
  const claimed = data?.claimed ?? 0;
  const getMore = () => claim.mutate(limits.claim.size, { onSuccess: () => onShare('mine') });
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
          onChange={(event) => setAsked(event.target.checked)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked ? 'Make review blind for all organizers?' : 'End blind review for all organizers?'}
        body={
          asked
            ? 'Every organizer, you included, stops seeing who applied and what others think until they have rated an application. Exports, badges and recipient lists are refused meanwhile.'
            : 'Every organizer will see who applied, their resumes, and all ratings and notes, also of applications that they have not rated.'
        }
        confirmLabel={asked ? 'Make review blind' : 'Show everything'}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked !== undefined) blind.mutate(asked);
          setAsked(undefined);
        }}
      />
    </section>
  );
}
