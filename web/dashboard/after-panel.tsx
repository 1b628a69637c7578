import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../contract/event/site.ts';
import { formatRank } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import type { Award } from '../../contract/projects/projects.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { viewedPerson } from '../lib/viewed-person.ts';
import { projectQuery, useUpdateNamedInGallery } from '../projects/project/project.api.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { useDownloadCertificate } from './dashboard.api.ts';
import { NextPanel } from './next-panel.tsx';

// Few have won.
const AwardPicture = lazyPart(() => import('./award-picture.tsx'));

/** `You won the Hacker Track`, `You are tied for 2nd place in Best Design` */
function describeAward({ label, place, tied }: Award, { tracks }: EventView): string {
  const what = tracks.some(({ id, title }) => label === id || label === title) ? `the ${label}` : label;
  if (place === 1 && !tied) return `You won ${what}`;
  return `You ${tied ? 'are' : 'took'} ${formatRank(place, tied)} in ${what}`;
}

/** Offers to name a winner who has not agreed to it yet. */
function NameWinner() {
  const update = useUpdateNamedInGallery();
  return (
    <p>
      The winners’ page does not show your name.{' '}
      <button
        type="button"
        className="link min-h-11"
        disabled={update.isPending}
        onClick={() => update.mutate(true)}
      >
        Show it
      </button>
    </p>
  );
}

interface AfterPanelProps extends ApplicantProps {
  /** Winners see it as soon as the results are published. */
  isOver: boolean;
}

/** The dashboard after the event: awards, results, certificate and thanks. */
export function AfterPanel({ event, application, isOver }: AfterPanelProps) {
  const { data: project } = useQuery({ ...projectQuery(useUser()), enabled: event.projects !== undefined });
  const download = useDownloadCertificate();
  const wasThere = Boolean(application.checkedInAt);
  const results = event.links.results ?? (project?.hasResults ? paths.results : undefined);
  const [first, ...others] = (project?.awards ?? []).map((award) => describeAward(award, event));
  const thanks = wasThere ? 'Thank you for coming' : `${event.name} is over`;
  return (
    <NextPanel
      title={first ?? thanks}
      action={
        <>
          {results && (
            <LinkButton document href={results} size="large">
              See the results
            </LinkButton>
          )}
          {isOver && wasThere && event.certificates && (
            <Button
              variant={results ? 'secondary' : 'primary'}
              busy={download.isPending}
              className="min-h-13"
              onClick={() => download.mutate()}
            >
              Download certificate
            </Button>
          )}
        </>
      }
    >
      {first && <p>Congratulations.</p>}
      {first && project && <AwardPicture event={event} project={project} title={first} />}
      {others.map((award) => (
        <p key={award} className="font-semibold wrap-anywhere">
          {award}.
        </p>
      ))}
      {first && project && !project.isNamed && !viewedPerson && <NameWinner />}
      {first ? (
        isOver && <p>{thanks}.</p>
      ) : (
        <p>
          {results
            ? 'The results are published.'
            : 'The results will be linked here as soon as the organizers publish them.'}
        </p>
      )}
    </NextPanel>
  );
}
