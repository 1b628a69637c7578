import type { ReactNode } from 'react';

/** A label and what it is about, in a `dl`. */
export function Fact(props: { label: ReactNode; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={props.className}>
      <dt className="text-sm text-muted">{props.label}</dt>
      <dd className="wrap-anywhere">{props.children}</dd>
    </div>
  );
}
