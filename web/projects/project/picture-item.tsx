import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import type { Picture } from '../../../contract/projects/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useDeletePicture, useUpdatePicture } from './pictures.api.ts';

interface PictureItemProps {
  user: User;
  picture: Picture;
  /** Its place, from 0, of `count`. */
  place: number;
  count: number;
  canEdit: boolean;
}

/** One picture of a project with its alternative text, which is saved when the field is left. */
export function PictureItem({ user, picture, place, count, canEdit }: PictureItemProps) {
  const { _id: id, alternativeText } = picture;
  const update = useUpdatePicture(user);
  const remove = useDeletePicture(user);
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
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onBlur={save}
          />
        </Field>
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="ghost"
              size="compact"
              aria-label={`Move ${name} up`}
              disabled={busy || place === 0}
              onClick={() => update.mutate({ id, place: place - 1 })}
            >
              <ArrowUp size={16} />
            </Button>
            <Button
              variant="ghost"
              size="compact"
              aria-label={`Move ${name} down`}
              disabled={busy || place === count - 1}
              onClick={() => update.mutate({ id, place: place + 1 })}
            >
              <ArrowDown size={16} />
            </Button>
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
