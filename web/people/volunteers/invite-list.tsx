import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../contract/platform/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useInviteVolunteers } from './volunteers.api.ts';

/** The largest number of invitations at once. */
const maxAtOnce = 200;

/** Invites volunteers by a pasted list of email addresses. */
export function InviteList() {
  const [text, setText] = useState('');
  const invite = useInviteVolunteers();
  const emails = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isTooLong = emails.length > maxAtOnce;
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (emails.length === 0 || isTooLong || invite.isPending) return;
    invite.mutate(emails, {
      // What was refused stays, to be corrected.
      onSuccess: ({ refused }) => setText(refused.map(({ email }) => email).join('\n')),
    });
  };
  const { data } = invite;
  return (
    <Fold open={false} line={<span className="font-semibold">Invite many by a list</span>}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Email addresses"
          hint="One per line. Each gets an email with the link to the station."
          error={isTooLong ? `At most ${maxAtOnce} at once.` : undefined}
        >
          <Textarea
            required
            spellCheck={false}
            autoCapitalize="none"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" className="justify-self-end" busy={invite.isPending}>
          Invite {emails.length > 0 && formatCount(emails.length, 'volunteer')}
        </Button>
        {data && (
          <div role="status" className="grid gap-1">
            <p>{formatCount(data.added, 'volunteer')} can use check-in after signing in.</p>
            {data.refused.map(({ email, reason }) => (
              <p key={email} className="text-sm wrap-anywhere text-danger">
                {email}: {reason}
              </p>
            ))}
          </div>
        )}
      </form>
    </Fold>
  );
}
