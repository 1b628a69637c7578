import type { Application } from '../../contract/apply/applications.ts';

/** Returns whether a place, where places are limited, is held for the person or taken. */
export const hasPlace = ({ place }: Pick<Application, 'place'>) =>
  !place || place.state === 'offered' || place.state === 'confirmed';
