import { Button } from './button.tsx';
import { ErrorBox } from './page-states.tsx';

export interface FormEndProps {
  /** What sends the form; none where it is only noted. */
  action?: { isPending: boolean; errorText: string | undefined } | undefined;
  confirmLabel: string;
  disabled?: boolean;
  onCancel: () => void;
}

/** The end of a form: what went wrong, *Cancel*, and the button that submits. */
export function FormEnd({ action, confirmLabel, disabled, onCancel }: FormEndProps) {
  return (
    <>
      {action?.errorText && <ErrorBox message={action.errorText} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={action?.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={action?.isPending ?? false} disabled={disabled}>
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
