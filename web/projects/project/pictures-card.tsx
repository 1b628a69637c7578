import ImagePlus from 'lucide:image-plus';
import Trash2 from 'lucide:trash-2';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { MyProject, Picture } from '../../../contract/projects/projects.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useCreatePicture, useDeletePicture, useUpdatePicture } from './pictures.api.ts';

const { pictures: most } = limits.project;

/** The id of what chooses pictures, for the button above the description. */
export const picturesInput = 'project-pictures';

/** The pictures of a project: added one after the other, ordered and described. */
export function PicturesCard({ project }: { project: MyProject }) {
  const { pictures, can } = project;
  const create = useCreatePicture();
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number | null>(null);
  const [failed, setFailed] = useState<{ file: File; message: string; canRetry: boolean }[]>([]);
  const space = most - pictures.length;

  const add = async (files: File[]) => {
    setFailed([]);
    for (const file of files) {
      setPart(0);
      await create.mutateAsync({ file, onProgress: setPart }).catch((error: unknown) => {
        const message = getErrorMessage(error, 'It could not be added. Please try again.');
        // The server would refuse it again.
        const canRetry = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
        setFailed((others) => [...others, { file, message, canRetry }]);
      });
    }
    setPart(null);
  };

  return (
    <Card title="Pictures" contentClass="grid gap-6">
      {(can.edit || pictures.length === 0) && (
        <p className="text-sm text-muted">
          {can.edit
            ? 'Up to five: JPEG, PNG or WebP. The first one stands for your project in the gallery.'
            : 'No pictures were added.'}
        </p>
      )}
      {pictures.length > 0 && (
        <ol className="grid gap-6">
          {pictures.map((picture, place) => (
            <PictureItem
              key={picture._id}
              picture={picture}
              place={place}
              count={pictures.length}
              canEdit={can.edit}
            />
          ))}
        </ol>
      )}
      {failed.map(({ file, message, canRetry }) => (
        <ErrorBox
          key={file.name}
          message={`${file.name}: ${message}`}
          {...(canRetry && { onRetry: () => void add([file]) })}
        />
      ))}
      {part !== null && <Progress part={part} />}
      {can.edit && (
        <div>
          <input
            ref={input}
            id={picturesInput}
            type="file"
            aria-label="Add pictures"
            accept="image/jpeg,image/png,image/webp"
            multiple
            className="sr-only"
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])].slice(0, space);
              // Choosing the same file again must count as a choice.
              currentTarget.value = '';
              if (files.length > 0) void add(files);
            }}
          />
          <Button
            variant="secondary"
            busy={part !== null}
            disabled={space === 0}
            onClick={() => input.current?.click()}
          >
            <ImagePlus size={18} />
            {space === 0 ? 'Five pictures are the most' : 'Choose pictures'}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface PictureItemProps {
  picture: Picture;
  /** Its position, from 0, of `count`. */
  place: number;
  count: number;
  canEdit: boolean;
}

/** One picture of a project with its alternative text, which is saved when the field is left. */
function PictureItem({ picture, place, count, canEdit }: PictureItemProps) {
  const { _id: id, alternativeText } = picture;
  const update = useUpdatePicture();
  const remove = useDeletePicture();
  const [text, setText] = useState(alternativeText);
  useEffect(() => setText(alternativeText), [alternativeText]);
  const save = () => {
    if (text.trim() !== alternativeText) update.mutate({ id, alternativeText: text });
  };
  const name = `picture ${place + 1}`;
  const busy = update.isPending || remove.isPending;
  return (
    <li className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <img
        src={picture.thumbnailUrl}
        alt={alternativeText || `Your ${name}`}
        width={160}
        height={107}
        className="aspect-3/2 w-40 rounded-md border-2 border-edge bg-surface-2 object-contain"
      />
      <div className="grid gap-3">
        <Field label={`What ${name} shows`} hint="Describe it for people who can’t see it." required={false}>
          <Input
            value={text}
            maxLength={limits.project.alternativeText}
            onValueChange={setText}
            onBlur={save}
          />
        </Field>
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            <MoveButtons
              name={name}
              onUp={!busy && place > 0 && (() => update.mutate({ id, place: place - 1 }))}
              onDown={!busy && place < count - 1 && (() => update.mutate({ id, place: place + 1 }))}
            />
            <Button
              variant="ghost"
              size="compact"
              aria-label={`Delete ${name}`}
              disabled={busy}
              onClick={() => remove.mutate(id)}
            >
              <Trash2 size={16} />
              Delete
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
