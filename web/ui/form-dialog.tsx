import type { ComponentProps } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './field.tsx';
import { FormEnd, type FormEndProps } from './form-end.tsx';

interface FormDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'footer'>,
    Omit<FormEndProps, 'onCancel'> {
  open?: boolean;
  noValidate?: boolean;
  onSubmit: () => void;
}

/** A dialog that is one form: the fields, what went wrong, *Cancel*, and the button that submits. */
export function FormDialog(props: FormDialogProps) {
  const { action, confirmLabel, disabled, noValidate, onSubmit, children, open = true, ...dialog } = props;
  return (
    <Dialog open={open} {...dialog}>
      <Form
        className="grid gap-5"
        noValidate={noValidate}
        onSubmit={() => {
          if (!action?.isPending) onSubmit();
        }}
      >
        {children}
        <FormEnd action={action} confirmLabel={confirmLabel} disabled={disabled} onCancel={dialog.onClose} />
      </Form>
    </Dialog>
  );
}
