import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { MyTeamCard } from '../../contract/teams/team-directory.ts';
import { afterRender } from '../lib/after-render.ts';
import { Button } from '../ui/button.tsx';
import { Field, Form, Input } from '../ui/field.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { myTeamCardQuery, useDeleteMyTeamCard, useUpdateMyTeamCard } from './team-directory.api.ts';

/** The card by which leaders can invite somebody without a team: shown, changed and deleted by its person. */
export default function MyCard() {
  const id = useId();
  const { data } = useQuery(myTeamCardQuery);
  const [editing, setEditing] = useState(false);
  const deleteCard = useDeleteMyTeamCard();
  if (!data) return null;
  const { card } = data;
  const focusHeading = () => afterRender(() => document.getElementById(id)?.focus());
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} tabIndex={-1} className="text-lg">
        Your card
      </h3>
      {editing ? (
        <CardForm
          card={card}
          onClose={() => {
            setEditing(false);
            focusHeading();
          }}
        />
      ) : (
        <>
          {card ? (
            <div className="grid gap-1 rounded-md border border-hairline p-4">
              <p className="font-semibold wrap-anywhere">{card.skills}</p>
              {card.about && <p className="wrap-anywhere">{card.about}</p>}
            </div>
          ) : (
            <p className="text-sm text-muted">
              Teams with a free seat can ask you in. They see your name, your skills and one line.
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setEditing(true)}>
              {card ? 'Edit card' : 'Introduce yourself'}
            </Button>
            {card && (
              <Button
                variant="ghost"
                busy={deleteCard.isPending}
                onClick={() => deleteCard.mutate(undefined, { onSuccess: focusHeading })}
              >
                Delete card
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function CardForm({ card, onClose }: { card: MyTeamCard; onClose: () => void }) {
  const [skills, setSkills] = useState(card?.skills ?? '');
  const [about, setAbout] = useState(card?.about ?? '');
  const [missing, setMissing] = useState(false);
  const updateCard = useUpdateMyTeamCard();
  const isEmpty = skills.trim() === '';
  const submit = () => {
    setMissing(isEmpty);
    if (!isEmpty) updateCard.mutate({ body: { skills, about } }, { onSuccess: onClose });
  };
  return (
    <Form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Your skills"
        hint="For example: React, soldering, sewing"
        error={missing && isEmpty ? 'Please enter at least one skill.' : undefined}
        required
      >
        <Input autoFocus value={skills} maxLength={limits.text.skills} onValueChange={setSkills} />
      </Field>
      <Field label="One line about you" required={false}>
        <Input value={about} maxLength={limits.text.about} onValueChange={setAbout} />
      </Field>
      <FormEnd action={updateCard} confirmLabel={card ? 'Save card' : 'Post card'} onCancel={onClose} />
    </Form>
  );
}
