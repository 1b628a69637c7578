import { createContext, use } from 'react';

/** What a control needs to belong to its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export const FieldContext = createContext<Partial<FieldControl>>({});

/** Returns the properties that join a control to the `Field` around it; none outside a field. */
export const useFieldControl = () => use(FieldContext);
