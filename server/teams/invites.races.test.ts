import { expect } from 'vitest';
import { signUp, type TestActor } from '../testing/actors.ts';
import { createApprovedTeam, invite, signUpWithCard } from '../testing/directory.ts';
import { countAnswers, race } from '../testing/races.ts';
import { expectInvariants } from '../testing/teams.ts';

const accept = (who: TestActor, id: string) => who.call('PUT', `/teams/invites/${id}`, { action: 'accept' });

race(
  'of eight who accept an invite while eight join by code, two get the two seats',
  async (site) => {
    const { code, leader } = await createApprovedTeam(site, 2);
    const invited = await Promise.all(Array.from({ length: 8 }, () => signUpWithCard(site)));
    const joiners = await Promise.all(Array.from({ length: 8 }, () => signUp(site)));
    const ids: string[] = [];
    for (const { person, cardId } of invited) ids.push(await invite(leader, person, cardId));
    const answers = await site.together([
      ...invited.map(
        ({ person }, at) =>
          () =>
            accept(person, ids[at]!),
      ),
      ...joiners.map((who) => () => who.call('POST', '/teams/join', { inviteCode: code })),
    ]);
    expect(countAnswers(answers)).toEqual({ 200: 2, 409: 14 });
    await expectInvariants(site);
  },
  { paused: ['team_members join'], rateLimitScale: 1000 },
);

race(
  'a person who accepts six invites at once is in one team',
  async (site) => {
    const { person, cardId } = await signUpWithCard(site);
    const ids: string[] = [];
    for (let teams = 0; teams < 6; teams += 1)
      ids.push(await invite((await createApprovedTeam(site, 1)).leader, person, cardId));
    const answers = await site.together(ids.map((id) => () => accept(person, id)));
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 5 });
    expect((await person.call('GET', '/teams/card')).json()).toEqual({ card: null });
    await expectInvariants(site);
  },
  { paused: ['team_members alone'], pauses: 6, rateLimitScale: 1000 },
);

race(
  'whoever withdraws while a leader invites has no card and no invite afterwards',
  async (site) => {
    const { person, cardId } = await signUpWithCard(site);
    const { leader } = await createApprovedTeam(site, 1);
    const [, withdrawn] = await site.together([
      () => leader.call('POST', '/teams/invites', { cardId }),
      () => person.call('POST', '/applications/withdraw'),
    ]);
    expect(withdrawn!.statusCode).toBe(200);
    expect((await person.call('GET', '/teams/invites')).json()).toEqual([]);
    expect((await person.call('GET', '/teams/card')).json()).toEqual({ card: null });
  },
  {
    // Without the deletion at the withdrawal the card survives.
    without: (site) =>
      site.database.changeSchema(`
        create function cards_stay() returns trigger language plpgsql as $$ begin return null; end $$;
        create trigger cards_stay before delete on team_cards for each row execute function cards_stay()`),
  },
);
