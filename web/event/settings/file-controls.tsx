import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isUploaded } from '../../../contract/event/event-values.ts';
import type { FileKind } from '../../../contract/event/setting-fields.ts';
import { Button } from '../../ui/button.tsx';
import { useFieldControl } from '../../ui/field.tsx';
import { useUploadEventFile } from './settings.api.ts';

const fileTypes: Record<FileKind, string> = {
  picture: 'image/jpeg,image/png,image/webp,image/svg+xml',
  film: 'video/mp4,video/webm',
  captions: '.vtt,text/vtt',
  font: '.ttf,.otf,.woff,.woff2',
};

interface FileControlProps {
  kind: FileKind;
  value: string;
  onChange: (address: string) => void;
}

/** Uploads a file of the event, and shows the one that is there. */
export function FileControl({ kind, value, onChange }: FileControlProps) {
  const send = useUploadEventFile();
  // Other fields may have changed by the time that the picture has arrived.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <FilePreview kind={kind} address={value} />
      <input
        {...useFieldControl()}
        type="file"
        accept={fileTypes[kind]}
        className="w-full min-w-0"
        disabled={send.isPending}
        onChange={({ currentTarget: input }) => {
          const [file] = input.files ?? [];
          // Rendered at once, so that what is typed in the same moment does not overwrite it.
          if (file)
            send.mutate(file, { onSuccess: ({ address }) => flushSync(() => latest.current(address)) });
          // Choosing the same file again counts as a choice.
          input.value = '';
        }}
      />
      {send.isPending && <p role="status">Uploading…</p>}
      {value && (
        <Button variant="ghost" size="sm" onClick={() => onChange('')}>
          Remove {kind}
        </Button>
      )}
    </div>
  );
}

function FilePreview({ kind, address }: { kind: FileKind; address: string }) {
  if (!isUploaded(address)) return <p className="font-mono text-sm wrap-anywhere empty:hidden">{address}</p>;
  if (kind === 'picture')
    return <img src={address} alt="" className="max-h-32 max-w-full rounded-sm border border-hairline" />;
  return (
    <a href={address} className="link">
      Uploaded {kind}
    </a>
  );
}

interface FilesControlProps {
  kind: FileKind;
  value: string[];
  onChange: (addresses: string[]) => void;
}

export function FilesControl({ kind, value, onChange }: FilesControlProps) {
  return (
    <ul className="grid gap-3">
      {value.map((address, at) => (
        <li key={address} className="flex flex-wrap items-center gap-3">
          <FilePreview kind={kind} address={address} />
          <Button variant="ghost" size="sm" onClick={() => onChange(value.toSpliced(at, 1))}>
            Remove {kind}
          </Button>
        </li>
      ))}
      <li>
        <FileControl kind={kind} value="" onChange={(address) => onChange([...value, address])} />
      </li>
    </ul>
  );
}
