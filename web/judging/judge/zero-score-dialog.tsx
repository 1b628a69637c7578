import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface ZeroScoreDialogProps {
  teamNumber: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a score of 0.0, which is more often a slip than a verdict. Loaded when it is first asked. */
export default function ZeroScoreDialog({ teamNumber, ...on }: ZeroScoreDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Submit a score of 0.0?"
      body={`Every criterion of team ${teamNumber} is 0. The score counts in its average.`}
      confirmLabel="Submit 0.0"
      {...on}
    />
  );
}
