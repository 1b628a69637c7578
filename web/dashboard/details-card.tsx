import FileText from 'lucide:file-text';
import type { ReactNode } from 'react';
import { type Application, fieldLabels, shownFieldNames } from '../../contract/apply/applications.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { formatDate } from '../../contract/platform/format.ts';
import { paths } from '../../contract/platform/pages.ts';
import { AppLink } from '../ui/app-link.tsx';
import { Card } from '../ui/card.tsx';
import { TrackPicker } from './track-picker.tsx';

function Row({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function PdfLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center gap-2">
      <FileText size={20} strokeWidth={1.75} />
      {children}
      <span className="sr-only">(PDF, opens in a new tab)</span>
    </a>
  );
}

interface DetailsCardProps {
  user: User;
  event: EventView | undefined;
  application: Application;
  folds: 'auto' | 'open' | 'closed';
}

/** Everything that was entered, and the choice of track while it is still open. */
export function DetailsCard({ user, event, application, folds }: DetailsCardProps) {
  const { resumeUrl, pitchDeckUrl } = application;
  return (
    <Card title="Application Details" folds={folds}>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        <Row label="Full name">{application.user.name}</Row>
        <Row label="Email">{application.user.email ?? user.email}</Row>
        {shownFieldNames
          .filter((name) => name !== 'track')
          .map((name) => (
            <Row key={name} label={fieldLabels[name]}>
              {application[name]}
            </Row>
          ))}
        <Row label="Application date">{formatDate(application.createdAt, event)}</Row>
        <Row label={fieldLabels.whyJoin} wide>
          <p className="max-w-prose whitespace-pre-line">{application.whyJoin}</p>
        </Row>
        {(resumeUrl || pitchDeckUrl) && (
          <Row label="Files" wide>
            <div className="flex flex-wrap gap-x-6">
              {resumeUrl && <PdfLink href={resumeUrl}>Resume</PdfLink>}
              {pitchDeckUrl && <PdfLink href={pitchDeckUrl}>Pitch deck</PdfLink>}
            </div>
          </Row>
        )}
      </dl>
      <AppLink href={paths.account} className="link mt-2 inline-flex min-h-11 items-center">
        {application.status === 'pending' ? 'Change or withdraw your application' : 'Your account'}
      </AppLink>
      {event && (
        <div className="mt-3 border-t border-hairline pt-3">
          <TrackPicker user={user} tracks={event.tracks} application={application} />
        </div>
      )}
    </Card>
  );
}
