import { paths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Print } from '../ui/print.tsx';

/** Shown instead of the form when registration is closed. */
export default function Closed() {
  return (
    <div className="mx-auto grid max-w-4xl items-center gap-10 py-6 md:grid-cols-2 md:py-16">
      <Print scene="treat" />
      <div className="grid justify-items-start gap-5">
        <h1 className="text-3xl">{texts.apply.closed}</h1>
        <p className="text-muted">
          No more applications are taken for this event. The schedule is open to everybody.
        </p>
        <LinkButton href={paths.schedule} document>
          See the schedule
        </LinkButton>
      </div>
    </div>
  );
}
