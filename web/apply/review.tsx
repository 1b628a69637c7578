import { useFormContext } from 'react-hook-form';
import { fieldLabels } from '../../contract/apply/applications.ts';
import { describeDiet } from '../lib/detail-options.ts';
import { useEvent } from '../lib/event.api.ts';
import {
  type FieldName,
  type FormValues,
  fieldOrder,
  isRequired,
  listExtraFields,
  requiresDeck,
  toFields,
  toFiles,
} from './form-values.ts';

const fileLabels = { resume: 'Resume', pitchDeck: 'Pitch deck' };

const teamWords: Record<string, (values: FormValues) => string> = {
  solo: () => 'Solo',
  lookingForTeam: ({ selectedTeam }) => (selectedTeam ? `Asks to join ${selectedTeam.name}` : ''),
  createTeam: ({ teamName }) => (teamName ? `Creates ${teamName}` : ''),
};

/** Everything that was entered, once more before it is sent: on a phone the earlier steps are out of sight. */
export function Review({ onChange }: { onChange: (field: FieldName) => void }) {
  const values = useFormContext<FormValues>().watch();
  const sent = toFields(values);
  const event = useEvent();
  const tracks = event?.tracks ?? [];
  const files = toFiles(values, tracks);
  // Without questions they are above, on the same screen.
  const listsFiles = listExtraFields(event ?? {}).length > 0;
  const rows = fieldOrder.flatMap((field): { field: FieldName; label: string; text: string }[] => {
    if (listsFiles && (field === 'resume' || (field === 'pitchDeck' && requiresDeck(values, tracks))))
      return [{ field, label: fileLabels[field], text: files[field]?.name ?? '' }];
    if (!isRequired(field)) return [];
    const value = sent[field] ?? '';
    const text = field === 'dietaryRestrictions' ? describeDiet(value) : value;
    return [
      {
        field,
        label: fieldLabels[field],
        text: field === 'teamPreference' ? (teamWords[value]?.(values) ?? '') : text,
      },
    ];
  });
  return (
    <section aria-labelledby="review" className="md:hidden">
      <h3 id="review" className="mb-3 text-lg">
        Before you send it
      </h3>
      <dl className="divide-y divide-hairline rounded-lg border border-hairline bg-surface">
        {rows.map(({ field, label, text }) => (
          <div key={label} className="px-4 py-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="flex items-start gap-3">
              <p className="line-clamp-3 min-w-0 flex-1 whitespace-pre-line wrap-anywhere">
                {text.trim() || <em className="text-muted">missing</em>}
              </p>
              <button
                type="button"
                className="link -my-2.5 min-h-11 shrink-0 text-sm"
                aria-label={`Change ${label}`}
                onClick={() => onChange(field)}
              >
                Change
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
