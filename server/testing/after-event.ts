import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** Checks somebody in at the entrance, without a station. */
export async function checkInAtEntrance(
  { services }: Pick<TestApp, 'services'>,
  { id }: Pick<TestActor, 'id'>,
): Promise<void> {
  await services.db
    .insertInto('check_ins')
    .values({
      user_id: id,
      checkpoint: services.event.checkpoints[0]!.id,
      key: crypto.randomUUID(),
      state: 'admitted',
      pass_verified: true,
    })
    .execute();
}
