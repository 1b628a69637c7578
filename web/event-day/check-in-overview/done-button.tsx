import Check from 'lucide:check';
import { Button } from '../../ui/button.tsx';
import { useResolveProblem } from './problems.api.ts';

export function DoneButton({ problem, about }: { problem: string; about: string }) {
  const resolve = useResolveProblem();
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Done: ${about}`}
      busy={resolve.isPending}
      onClick={() => resolve.mutate({ params: { id: problem } })}
    >
      <Check size={16} strokeWidth={2} aria-hidden="true" />
      Done
    </Button>
  );
}
