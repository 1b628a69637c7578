import type { MadeAgreement } from '../../contract/apply/agreements.ts';
import type { EventView } from '../../contract/event/site.ts';
import type { User } from '../../contract/people/users.ts';
import { formatDate } from '../../contract/platform/format.ts';
import { AgreementLinks } from '../ui/agreement-links.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { ApplicantProps } from './applicant-props.ts';
import { useUpdateAgreement } from './dashboard.api.ts';

type Agreement = NonNullable<EventView['agreements']>[number];

/** What the person agreed to, what is still open, and the buttons that change it. */
export function AgreementsCard({ user, event, application }: ApplicantProps) {
  const { agreements = [] } = event;
  const made = application.agreements ?? [];
  return (
    <Card title="Agreements">
      <ul className="grid gap-6">
        {agreements.map((agreement) => (
          <AgreementRow
            key={agreement.id}
            user={user}
            event={event}
            agreement={agreement}
            made={made.filter(({ id, revokedAt }) => id === agreement.id && !revokedAt).at(-1)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface AgreementRowProps {
  user: User;
  event: EventView;
  agreement: Agreement;
  /** The last version that is agreed to and not revoked. */
  made: MadeAgreement | undefined;
}

function AgreementRow({ user, event, agreement, made }: AgreementRowProps) {
  const { id, version, title, text, links, required } = agreement;
  const update = useUpdateAgreement(user);
  const isCurrent = made?.version === version;
  const state = isCurrent
    ? `You agreed on ${formatDate(made.at, event)}.`
    : made
      ? `This text is newer than the one that you agreed to on ${formatDate(made.at, event)}.`
      : required
        ? 'Please agree to this: nobody can take part without it.'
        : 'You have not agreed. This is optional.';
  return (
    <li className="grid justify-items-start gap-2">
      <h3 className="text-lg">{title}</h3>
      <p className="max-w-prose whitespace-pre-line">{text}</p>
      <AgreementLinks links={links} />
      <p className={isCurrent || !required ? 'text-sm text-muted' : 'font-semibold'}>{state}</p>
      {!isCurrent && (
        <Button
          variant={required ? 'primary' : 'secondary'}
          busy={update.isPending}
          aria-label={`Agree: ${title}`}
          onClick={() => update.mutate({ id, agreed: true, version })}
        >
          Agree
        </Button>
      )}
      {made && !required && (
        <Button
          variant="secondary"
          busy={update.isPending}
          aria-label={`Take back: ${title}`}
          onClick={() => update.mutate({ id, agreed: false, version })}
        >
          Take back
        </Button>
      )}
    </li>
  );
}
