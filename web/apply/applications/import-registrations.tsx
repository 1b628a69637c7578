import { importApplications } from '../../../contract/apply/application-import.ts';
import { ImportDialog } from '../../layout/import-dialog.tsx';
import { refreshApplications } from './applications.api.ts';

export default function ImportRegistrations({ onClose }: { onClose: () => void }) {
  return (
    <ImportDialog
      name="registrations"
      title="Import registrations"
      description="Choose a CSV file with an email address and a name in each row, such as an export from Google Forms, Eventbrite, Tito, Luma or pretix. Each row becomes an application to review. Nobody gets an email, and people who have applied here stay as they are."
      endpoint={importApplications}
      keeps
      requiredFields={['track', 'tShirtSize']}
      onImported={refreshApplications}
      onClose={onClose}
    />
  );
}
