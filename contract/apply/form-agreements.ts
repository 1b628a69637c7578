import { parseFormObject } from './form-object.ts';

// The rules of agreements on the application form, for the server and the page. Pages have no zod, so nothing here uses a schema.

/** An agreement as the form asks for it. */
export interface FormAgreement {
  id: string;
  version: string;
  title: string;
  required: boolean;
}

interface AgreementProblem {
  field: `agreements.${string}`;
  code: 'apply_agreement';
  message: string;
}

/** Lists the agreements that a form agrees to: those sent with the version that is asked for, `{ id: version }` as JSON. */
export function listAgreed(sent: string | undefined, agreements: readonly FormAgreement[]): string[] {
  const versions = parseFormObject(sent);
  return agreements.filter(({ id, version }) => versions[id] === version).map(({ id }) => id);
}

/** Finds the required agreements that a form does not agree to. */
export function findAgreementProblems(
  sent: string | undefined,
  agreements: readonly FormAgreement[],
): AgreementProblem[] {
  const agreed = listAgreed(sent, agreements);
  return agreements
    .filter(({ id, required }) => required && !agreed.includes(id))
    .map(({ id, title }) => ({
      field: `agreements.${id}`,
      code: 'apply_agreement',
      message: `Please accept: ${title}`,
    }));
}
