import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Application } from '../../contract/applications.ts';
import type { EventView } from '../../contract/site.ts';
import type { User } from '../../contract/users.ts';
import { sessionQuery } from '../lib/session.api.ts';
import { TeamFormation } from '../teams/team-formation.tsx';
import { Print, type Scene } from '../ui/print.tsx';
import { ApprovalConfetti } from './approval-confetti.tsx';
import { AttendanceCard } from './attendance-card.tsx';
import { CommunityCard } from './community-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { PassCard } from './pass-card.tsx';
import { PendingTeam } from './pending-team.tsx';
import { StatusHeader } from './status-header.tsx';

const scenes: Record<Application['status'], Scene> = {
  pending: 'overnight',
  approved: 'doors',
  rejected: 'treat',
};

interface AppliedProps {
  user: User;
  event: EventView | undefined;
  application: Application;
}

/** The dashboard of an applicant: one column on a phone, with the pass at the side on wider screens. */
export function Applied({ user, event, application }: AppliedProps) {
  const client = useQueryClient();
  const approved = application.status === 'approved';
  const passMissing = approved && !user.qrCode;
  // The pass is part of the user and exists from approval on, so the session has to be asked again.
  useEffect(() => {
    if (passMissing) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [passMissing, client]);

  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12">
      <StatusHeader user={user} event={event} application={application} />
      <aside className="grid grid-cols-1 gap-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
        {approved && user.qrCode ? (
          <PassCard user={user} qrCode={user.qrCode} event={event} application={application} />
        ) : (
          <Print scene={scenes[application.status]} className="max-lg:hidden" />
        )}
        {application.can.answerAttendance && <AttendanceCard user={user} application={application} />}
      </aside>
      <div className="grid grid-cols-1 gap-8">
        {approved && <TeamFormation user={user} application={application} />}
        {application.status === 'pending' && <PendingTeam user={user} />}
        {approved && event && event.community.length > 0 && <CommunityCard links={event.community} />}
        <DetailsCard user={user} event={event} application={application} />
      </div>
      {approved && !application.checkedInAt && <ApprovalConfetti applicationId={application._id} />}
    </div>
  );
}
