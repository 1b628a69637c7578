import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { Application } from '../../contract/applications.ts';
import { texts } from '../../contract/texts.ts';
import { messageOf } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { notify } from '../ui/notify.tsx';
import { useChangeStatus } from './applications.ts';

/** The legal changes of an application's status; a refusal is shown beside them until it is dismissed. */
export function StatusActions({ application }: { application: Application }) {
  const change = useChangeStatus();
  const [refusal, setRefusal] = useState<string>();
  const name = application.user.name || texts.admin.noName;

  function changeTo(status: 'approved' | 'rejected') {
    setRefusal(undefined);
    change.mutate(
      { application, status },
      {
        onSuccess: () => notify.success(`${name} ${status}.`),
        onError: (error) => setRefusal(messageOf(error, texts.admin.statusFailed)),
      },
    );
  }

  return (
    <div className="grid gap-3 border-b border-hairline px-5 py-4">
      <div className="flex flex-wrap gap-3">
        {application.status !== 'approved' && (
          <Button busy={change.isPending} onClick={() => changeTo('approved')}>
            <Check size={20} aria-hidden="true" />
            {texts.admin.toApproved}
          </Button>
        )}
        {application.status !== 'rejected' && (
          <Button
            variant={application.status === 'pending' ? 'secondary' : 'danger'}
            busy={change.isPending}
            onClick={() => changeTo('rejected')}
          >
            <X size={20} aria-hidden="true" />
            {texts.admin.toRejected}
          </Button>
        )}
      </div>
      {refusal && <ErrorBox message={refusal} onDismiss={() => setRefusal(undefined)} />}
    </div>
  );
}
