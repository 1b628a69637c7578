import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import AskDialog from './ask-dialog.tsx';
import { type ListedTeam, TeamFinder } from './team-finder.tsx';

interface FindTeamDialogProps {
  onClose: () => void;
  /** The person's track. */
  track: string;
}

export default function FindTeamDialog({ onClose, track }: FindTeamDialogProps) {
  const [asked, setAsked] = useState<ListedTeam | null>(null);
  return (
    <>
      <Dialog open onClose={onClose} title="Find a team" size="full">
        <TeamFinder track={track} directory browses verb="Ask to join" onPick={setAsked} />
      </Dialog>
      {asked && <AskDialog team={asked} track={track} onClose={() => setAsked(null)} />}
    </>
  );
}
