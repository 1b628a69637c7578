/** The columns of `applications` behind `formerName`. */
export interface FormerNameColumns {
  approvedName: string | null;
  renamedAt: Date | null;
}

/** Returns a person with the name that the application was approved under, if they have changed it since. */
export function withFormerName<T extends FormerNameColumns>({ approvedName, renamedAt, ...person }: T) {
  return {
    ...person,
    ...(approvedName && renamedAt && { formerName: { name: approvedName, until: renamedAt.toISOString() } }),
  };
}
