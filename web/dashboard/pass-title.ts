import type { Application } from '../../contract/apply/applications.ts';
import { texts } from '../../contract/texts.ts';

export const getPassTitle = ({ attendanceConfirmed }: Application) =>
  attendanceConfirmed ? texts.dashboard.priorityPass : 'Check-in QR code';
