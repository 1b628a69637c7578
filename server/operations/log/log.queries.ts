import { sql } from 'kysely';
import type { SettingsSection } from '../../../contract/event/settings.ts';
import { reviewIsBlind, seesApplicant } from '../../people-data/blind-review.ts';
import { nameThen } from '../../people-data/shown-name.ts';
import type { Db } from '../../platform/db/open.ts';

interface LogRow {
  id: string;
  at: Date;
  by: string | null;
  address: string | null;
  action: string;
  subject: string | null;
  /** The key of the group whose winners were decided. */
  group: string | null;
  application: string | null;
  section: SettingsSection | null;
  reason: string | null;
  checkpoint: string | null;
}

/**
 * Selects a page of the audit, newest first, of the actions that match a pattern of `like`, if there are any. People have
 * the names that they had then; the reason of a change of name is the name before. While review is blind, applicants have
 * neither name nor address in it unless the reader has rated them.
 */
export async function selectLog(
  db: Db,
  { patterns, before, reader, limit }: { patterns: string[]; before?: number; reader: string; limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    with page as (
      select id, at, actor_id, action, subject, detail, case when action = 'settings.saved' then subject end as section,
        case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as about
      from audit
      where id < ${before ?? Number.MAX_SAFE_INTEGER} and (${patterns.length === 0} or action like any(${patterns}))
      order by id desc limit ${limit}
    )
    select page.id, page.at, page.action, page.section,
      case when page.action like 'check-in.%' then page.detail ->> 'checkpoint' end as checkpoint,
      case when page.action <> 'name.changed' then page.detail ->> 'reason' when shown.actor then (select 'formerly ' || f.name
        from former_names f where f.user_id = actor.id and f.until <= page.at order by f.until desc limit 1) end as reason,
      case when shown.actor then ${nameThen('actor', 'page')} end as by,
      case when shown.actor then actor.email end as address,
      case when a.id is null or ${seesApplicant('a.id', reader)}
        then coalesce(${nameThen('u', 'page')}, t.name, nullif(p.title, ''), n.subject, j.name) end as subject,
      case when page.action like 'results.%' then split_part(page.subject, ' ', 1) end as "group",
      case when ${seesApplicant('a.id', reader)} then a.id end as application
    from page
    left join users actor on actor.id = page.actor_id
    cross join lateral (select actor.role <> 'hacker' or not ${reviewIsBlind} as actor) as shown
    left join users u on u.id = coalesce((select user_id from applications where id = page.about), page.about)
    left join applications a on a.user_id = u.id
    left join teams t on t.id = page.about
    left join projects p on p.id = page.about
    left join announcements n on n.id = page.about
    left join judges j on j.username = page.subject and (page.action like 'judge.%' or page.action = 'score.entered')
    order by page.id desc`.execute(db);
  return rows;
}
