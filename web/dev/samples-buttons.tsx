import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Sample } from './sample.tsx';

/** Buttons in their looks, sizes and states. */
export function ButtonSamples() {
  return (
    <Sample title="Buttons">
      {(['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-4">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} busy>
            Saving…
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} size="sm">
            small <Kbd>a</Kbd>
          </Button>
          <LinkButton href="/dev/ui" variant={variant}>
            a link
          </LinkButton>
        </div>
      ))}
    </Sample>
  );
}
