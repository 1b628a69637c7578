import { useSession } from '../../lib/session.api.ts';

/** Whether the reader decides on applications; reviewers only read and rate them. */
export const useCanDecide = () => useSession().user?.role === 'admin';
