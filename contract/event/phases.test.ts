import { expect, test } from 'vitest';
import { getParticipantStep, type ParticipantState } from './participant-step.ts';
import { getEventPhase, invitesToApply } from './phases.ts';

const at = (moment: string) => Date.parse(`${moment}-07:00`);
const times = {
  closesAt: at('2025-09-19T23:59:59'),
  enforce: false,
  startsAt: at('2025-09-20T08:30'),
  endsAt: at('2025-09-21T17:00'),
  hasExampleDates: false,
};
const enforced = { ...times, enforce: true };

test.each([
  ['2025-09-01T12:00', 'open', 'open'],
  ['2025-09-19T23:59', 'open', 'open'],
  ['2025-09-20T00:00', 'late', 'closed'],
  ['2025-09-20T08:29', 'late', 'closed'],
  ['2025-09-20T08:30', 'live', 'live'],
  ['2025-09-21T16:59', 'live', 'live'],
  ['2025-09-21T17:00', 'over', 'over'],
])('at %s the event is %s, or %s when its deadline is enforced', (moment, lenient, strict) => {
  expect([getEventPhase(times, at(moment)), getEventPhase(enforced, at(moment))]).toEqual([lenient, strict]);
});

test('pages invite until an enforced deadline, otherwise until the end of the event, unless it is the example', () => {
  const example = { ...times, hasExampleDates: true };
  const open = (moment: string) => [times, enforced, example].map((each) => invitesToApply(each, at(moment)));
  expect(['2025-09-19T23:59', '2025-09-20T00:00', '2025-09-21T16:59', '2025-09-21T17:00'].map(open)).toEqual([
    [true, true, true],
    [true, false, true],
    [true, false, true],
    [false, false, true],
  ]);
});

const somebody = (
  application: Partial<ParticipantState['application'] & object>,
  team: Partial<ParticipantState> = {},
) => ({
  application: { status: 'approved' as const, checkedInAt: null, attendanceConfirmed: false, ...application },
  inTeam: false,
  solo: false,
  ...team,
});
const [before, during, after] = ['2025-09-10T12:00', '2025-09-20T12:00', '2025-09-22T12:00'] as const;
const checkedIn = { checkedInAt: '2025-09-20T16:00:00.000Z' };
const confirmed = { attendanceConfirmed: true };

test.each<[who: string, ParticipantState, moment: string, phase: string, action: string]>([
  ['has not applied', { ...somebody({}), application: null }, before, 'apply', 'apply'],
  ['has not applied', { ...somebody({}), application: null }, during, 'apply', 'nothing'],
  ['is pending', somebody({ status: 'pending' }), before, 'waiting', 'nothing'],
  ['is pending in a team', somebody({ status: 'pending' }, { inTeam: true }), before, 'waiting', 'nothing'],
  ['is pending', somebody({ status: 'pending' }), after, 'waiting', 'nothing'],
  ['is rejected', somebody({ status: 'rejected' }), before, 'rejected', 'nothing'],
  ['is rejected', somebody({ status: 'rejected' }), after, 'rejected', 'nothing'],
  ['is approved', somebody({}), before, 'approved', 'confirm'],
  ['is approved in a team', somebody({}, { inTeam: true }), before, 'approved', 'confirm'],
  ['comes', somebody(confirmed), before, 'approved', 'find-team'],
  ['comes alone', somebody(confirmed, { solo: true }), before, 'approved', 'bring-pass'],
  ['comes in a team', somebody(confirmed, { inTeam: true }), before, 'approved', 'bring-pass'],
  ['is approved, and late', somebody({}), during, 'approved', 'bring-pass'],
  ['comes, is late and has no team', somebody(confirmed), during, 'approved', 'bring-pass'],
  ['comes in a team, and is late', somebody(confirmed, { inTeam: true }), during, 'approved', 'bring-pass'],
  ['is checked in', somebody(checkedIn), during, 'on-site', 'show-pass'],
  ['is checked in early', somebody({ ...confirmed, ...checkedIn }), before, 'on-site', 'show-pass'],
  ['was checked in', somebody(checkedIn), after, 'after', 'read-results'],
  ['never came', somebody(confirmed), after, 'after', 'read-results'],
])('somebody who %s: %#', (_who, participant, moment, phase, action) => {
  expect(getParticipantStep(participant, enforced, at(moment))).toEqual({ phase, action });
});
