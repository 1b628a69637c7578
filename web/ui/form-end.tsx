import { Button } from './button.tsx';
import { ErrorBox } from './page-states.tsx';

export interface FormEndProps {
  action: { isPending: boolean; errorText: string | undefined };
  confirmLabel: string;
  onCancel: () => void;
}

/** The end of a form in a dialog: what went wrong, *Cancel*, and the button that submits. */
export function FormEnd({ action, confirmLabel, onCancel }: FormEndProps) {
  return (
    <>
      {action.errorText && <ErrorBox message={action.errorText} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={action.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={action.isPending}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
