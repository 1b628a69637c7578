import { paths } from '../../contract/platform/pages.ts';
import { useTitle } from '../lib/title.ts';
import { LinkButton } from '../ui/button.tsx';
import { Illustration } from '../ui/illustration.tsx';

export function Component() {
  useTitle('Not found');
  return (
    <div className="grid items-center gap-10 py-8 md:grid-cols-2">
      <div>
        <p className="font-mono text-sm text-accent-text">404</p>
        <h1 className="mt-2 text-3xl">Nothing scheduled here.</h1>
        <p className="mt-4 text-muted">The address may be old or mistyped.</p>
        <div className="mt-8 flex flex-wrap gap-4">
          <LinkButton href={paths.home} document>
            To the event page
          </LinkButton>
          <LinkButton href={paths.schedule} document variant="secondary">
            See the schedule
          </LinkButton>
        </div>
      </div>
      <Illustration scene="overnight" />
    </div>
  );
}
