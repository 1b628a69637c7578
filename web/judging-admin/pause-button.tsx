import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { pauseJudging } from '../../contract/judging-admin.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notify.tsx';
import { judgingProgressQuery } from './judging-admin.api.ts';

/** Stops judging, or lets it go on. */
export function PauseButton({ paused }: { paused: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call(pauseJudging, { body: { paused: !paused } }),
    onSuccess: () => client.invalidateQueries({ queryKey: judgingProgressQuery.queryKey }),
    onError: (error) => void notify.error(getErrorMessage(error, 'This could not be changed.')),
  });
  const Mark = paused ? Play : Pause;
  return (
    <Button
      variant={paused ? 'primary' : 'secondary'}
      className="px-4"
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {!change.isPending && <Mark size={18} aria-hidden="true" />}
      {paused ? 'Resume judging' : 'Pause judging'}
    </Button>
  );
}
