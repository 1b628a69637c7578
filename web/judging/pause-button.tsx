import { Pause, Play } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { usePauseJudging } from './judging-admin.api.ts';

export function PauseButton({ paused }: { paused: boolean }) {
  const pause = usePauseJudging();
  const Icon = paused ? Play : Pause;
  return (
    <Button
      variant={paused ? 'primary' : 'secondary'}
      className="px-4"
      busy={pause.isPending}
      onClick={() => pause.mutate(!paused)}
    >
      {!pause.isPending && <Icon size={18} />}
      {paused ? 'Resume judging' : 'Pause judging'}
    </Button>
  );
}
