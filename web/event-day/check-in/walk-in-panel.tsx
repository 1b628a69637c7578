import X from 'lucide:x';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { needsWalkInGuardian, parseWalkInForm } from '../../../contract/event-day/walk-in-form.ts';
import type { WalkInInput as Person, WalkIn } from '../../../contract/event-day/walk-ins.ts';
import { limits } from '../../../contract/limits.ts';
import { formatAgo, formatCount } from '../../../contract/platform/format.ts';
import { walkInPaths } from '../../../contract/platform/pages.ts';
import { texts } from '../../../contract/texts.ts';
import { placeFiguresQuery } from '../../apply/applications/places/places.api.ts';
import { readWalkInForm, showWalkInParts } from '../../event/public/island/walk-in-form.ts';
import { WalkInFields } from '../../event/public/walk-in-fields.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { useNow } from '../../lib/use-now.ts';
import { ask } from '../../ui/ask.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox, Field, Form, Input } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import {
  useRemoveWalkIn,
  useRemoveWalkIns,
  useUpdateWalkInRegistration,
  walkInRegistrationQuery,
  walkInsQuery,
} from './check-in.api.ts';
import { filterByText } from './filter-by-text.ts';
import { describeGuardian } from './station-reducer.ts';

const removeAllQuestion = {
  title: 'Remove everybody on the list?',
  body: 'For a list full of invented names. People who are really here register again, or you enter them by hand.',
  confirmLabel: 'Remove all',
  danger: true,
};

interface WalkInPanelProps {
  /** The ids of those whom this device has admitted. */
  admitted: ReadonlySet<string>;
  onAdmit: (walkIn: Omit<WalkIn, 'at'>, person?: Person) => void;
}

/** The people who have registered at the entrance, each to be admitted or removed, and a form for one more. */
export default function WalkInPanel({ admitted, onAdmit }: WalkInPanelProps) {
  const { data } = useLiveQuery(walkInsQuery, 'check-ins');
  const event = useEvent();
  const { data: places } = useLiveQuery(
    { ...placeFiguresQuery, enabled: event?.capacity !== undefined },
    'check-ins',
  );
  useNow();
  const remove = useRemoveWalkIn();
  const removeAll = useRemoveWalkIns();
  const [isTyping, setTyping] = useState(false);
  const [filter, setFilter] = useState('');
  const waiting = data?.filter(({ _id }) => !admitted.has(_id)) ?? [];
  const found = filterByText(waiting, filter);
  if (isTyping)
    return (
      <WalkInForm
        onCancel={() => setTyping(false)}
        onAdmit={(person, guardianMissing) => {
          setTyping(false);
          onAdmit({ _id: createIdempotencyKey(), name: person.name, guardianMissing }, person);
        }}
      />
    );
  return (
    <div className="grid gap-4">
      {waiting.length === 0 && (
        <p className="text-muted">Nobody is waiting. People register with the poster's QR code.</p>
      )}
      {places?.free === 0 && (
        <p role="status" className="font-semibold text-danger">
          No place of {places.capacity} is free, and{' '}
          {formatCount(places.waiting, 'person waits', 'people wait')} for one. Whoever you admit comes on
          top.
        </p>
      )}
      {waiting.length >= limits.walkIns.maxWaiting && (
        <p role="alert" className="font-semibold text-danger">
          The list is full, so most people cannot register. Remove whoever is not here.
        </p>
      )}
      {waiting.length > 0 && (
        <Field label="Filter by name">
          <Input type="search" value={filter} onValueChange={setFilter} />
        </Field>
      )}
      {waiting.length > 0 && found.length === 0 && <p role="status">{texts.checkIn.filterEmpty}</p>}
      {found.length > 0 && (
        <ScrollRegion
          label="People waiting"
          className="max-h-[45dvh] overflow-y-auto rounded-md border border-hairline"
        >
          <ul className="divide-y divide-hairline">
            {found.map((walkIn) => {
              const { _id, name, at, guardianMissing } = walkIn;
              const isRemoving = remove.isPending && remove.variables.params.id === _id;
              return (
                <li key={_id} className="flex items-center gap-x-2 px-3 py-2">
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold wrap-anywhere">{name}</span>
                    <span className="block text-sm text-muted">{formatAgo(at, event)}</span>
                    {guardianMissing && (
                      <span className="block font-semibold text-danger">
                        {describeGuardian(guardianMissing)}
                      </span>
                    )}
                  </span>
                  <Button
                    variant="ghost"
                    className="min-w-11 px-0"
                    aria-label={`Remove ${name}`}
                    busy={isRemoving}
                    onClick={() => remove.mutate({ params: { id: _id } })}
                  >
                    {!isRemoving && <X />}
                  </Button>
                  <Button onClick={() => onAdmit(walkIn)}>
                    Admit <span className="sr-only">{name}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        </ScrollRegion>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setTyping(true)}>
          Enter by hand
        </Button>
        <LinkButton variant="ghost" href={walkInPaths.poster} document>
          Poster to print
        </LinkButton>
        {waiting.length > 0 && (
          <Button variant="ghost" onClick={() => void ask(removeAllQuestion, () => removeAll.mutateAsync())}>
            Remove all
          </Button>
        )}
      </div>
      <Registration />
    </div>
  );
}

/** Whether people can register now, and the switch for other days than those of the event. */
function Registration() {
  const { data } = useQuery(walkInRegistrationQuery);
  const update = useUpdateWalkInRegistration();
  if (!data) return null;
  return (
    <div className="border-t border-hairline pt-3">
      <p>{data.open ? 'People can register now.' : data.message}</p>
      <Checkbox
        label="Open registration on other days too"
        checked={update.isPending ? update.variables.body.opened : data.opened}
        onCheckedChange={(opened) => update.mutate({ body: { opened } })}
      />
    </div>
  );
}

interface WalkInFormProps {
  onAdmit: (person: Person, guardianMissing: WalkIn['guardianMissing']) => void;
  onCancel: () => void;
}

/** The form of a walk-in on the organizer's screen, for phones without a network; the person reads what they agree to there. */
function WalkInForm({ onAdmit, onCancel }: WalkInFormProps) {
  const event = useEvent();
  const [problems, setProblems] = useState<string[]>([]);
  const [guardianMissing, setGuardianMissing] = useState<WalkIn['guardianMissing']>();
  if (!event) return null;
  const read = (form: HTMLFormElement) => {
    const sent = readWalkInForm(form);
    const track = sent.track ?? event.tracks.find(({ requiresPitchDeck }) => !requiresPitchDeck)?.id ?? '';
    return { sent, track };
  };
  const change = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    showWalkInParts(currentTarget);
    const { sent, track } = read(currentTarget);
    setGuardianMissing(needsWalkInGuardian(sent, event, track) ? 'unanswered' : undefined);
  };
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const { sent, track } = read(currentTarget);
    const parsed = parseWalkInForm(sent, event, track);
    if ('values' in parsed) onAdmit(sent, guardianMissing);
    else setProblems(parsed.problems.map(({ label, message }) => (label ? `${label}: ${message}` : message)));
  };
  return (
    <Form className="grid gap-4" onSubmit={submit} onChange={change} autoComplete="off">
      <WalkInFields event={event} />
      {guardianMissing && (
        <p role="alert" className="font-semibold text-danger">
          {describeGuardian(guardianMissing)}
        </p>
      )}
      {problems.length > 0 && <ErrorBox message={problems.join(' ')} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="flex-1">
          Admit
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
