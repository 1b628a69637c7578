import { Fragment, type ReactNode } from 'react';

interface PersonNameProps {
  name: string;
  email?: string | null | undefined;
  /** Shown beside the name. */
  aside?: ReactNode;
}

/** A name with the email below it, or the email alone. A long email breaks at its dots and its @. */
export function PersonName({ name, email, aside }: PersonNameProps) {
  const address = email?.split(/(?=[.@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an email do not move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
  return (
    <>
      <span className="block font-semibold wrap-anywhere">
        {name || address}
        {aside}
      </span>
      {name && address && <span className="block text-sm wrap-anywhere text-muted">{address}</span>}
    </>
  );
}
