import { importApplications } from '../../../contract/apply/application-import.ts';
import { tShirtSizes } from '../../../contract/apply/applications.ts';
import { ImportDialog } from '../../layout/import-dialog.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { upload } from '../../lib/upload.ts';
import { refreshApplications } from './applications.api.ts';

type TShirtSize = (typeof tShirtSizes)[number];

const leaveOut = { value: '', label: 'Leave those rows out' };

/** Imports registrations from another tool as applications to review. */
export default function ImportRegistrations({ onClose }: { onClose: () => void }) {
  const event = useEvent();
  return (
    <ImportDialog
      title="Import registrations"
      description="Choose a CSV file with an email address and a name in each row, such as an export from Google Forms, pretix, Luma or Eventbrite. Each row becomes an application to review. Nobody gets an email, and people who have applied here stay as they are."
      fields={[
        {
          name: 'track',
          label: 'Track, where the file has none',
          options: [leaveOut, ...(event?.tracks ?? []).map(({ id, title }) => ({ value: id, label: title }))],
        },
        {
          name: 'tShirtSize',
          label: 'T-shirt, where the file has none',
          options: [leaveOut, ...tShirtSizes.map((size) => ({ value: size, label: size }))],
        },
      ]}
      send={(file, preview, { track, tShirtSize }) =>
        upload(importApplications, {
          fields: {
            ...(preview && { preview: 'true' as const }),
            ...(track && { track }),
            ...(tShirtSize && { tShirtSize: tShirtSize as TShirtSize }),
          },
          files: { file },
        })
      }
      onImported={refreshApplications}
      onClose={onClose}
    />
  );
}
