import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/platform/pages.ts';
import { projectQuery } from '../projects/project/project.api.ts';
import { LinkButton } from '../ui/link-button.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { NextPanel } from './next-panel.tsx';

/** What there is after the event: the results, once they are published here or elsewhere. */
export default function AfterPanel({ user, event, application }: ApplicantProps) {
  const { data: project } = useQuery({ ...projectQuery(user), enabled: event.projects !== undefined });
  const results = event.links.results ?? (project?.hasResults ? paths.results : undefined);
  return (
    <NextPanel
      title={application.checkedInAt ? 'Thank you for coming' : `${event.name} is over`}
      action={
        results && (
          <LinkButton document href={results} className="min-h-13 px-6 text-lg">
            See the results
          </LinkButton>
        )
      }
    >
      <p>
        {results
          ? 'The results are published.'
          : 'The results will be linked here as soon as the organizers publish them.'}
      </p>
    </NextPanel>
  );
}
