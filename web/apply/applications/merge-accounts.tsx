import { useState } from 'react';
import { problems } from '../../../contract/errors.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useMergeAccounts } from './applications.api.ts';

const ReasonDialog = lazyPart(() => import('../../event-day/check-in-overview/reason-dialog.tsx'));

/** Merges the account of an applicant with another one of the same person; without an address, in either direction. */
export function MergeAccounts({ user }: { user: { _id: string; name: string; email: string | null } }) {
  const [keeps, setKeeps] = useState<'this' | 'other'>();
  const merge = useMergeAccounts(user._id);
  const ends = keeps === 'this' ? 'The other account ends' : 'This account ends';
  const button = (kept: 'this' | 'other', text: string) => (
    <button type="button" className="link text-sm" onClick={() => setKeeps(kept)}>
      {text}
    </button>
  );
  return (
    <>
      {button('this', 'Merge another account into this one')}
      {!user.email && button('other', 'Merge this account into another one')}
      {keeps && (
        <ReasonDialog
          title={`Merge two accounts of ${user.name}?`}
          description={`${ends}, with its application, team and answers. Its ways to sign in lead to the one that stays. Both addresses are told. This cannot be undone.`}
          confirmLabel="Merge accounts"
          ask={{
            label: 'Email of the other account',
            hint: 'Make sure that it is the same person.',
            missing: problems.email_needed.message,
          }}
          action={{ ...merge, mutate: (email, then) => merge.mutate({ email, keeps }, then) }}
          onClose={() => setKeeps(undefined)}
        />
      )}
    </>
  );
}
