/** Invariants of judging; each statement returns the rows that break it. */
export const judgingChecks = {
  'every total is the weighted sum of its scores': `select id from scores
      where weighted_total is distinct from (
        select sum((scores ->> key)::int * value::int) / 10.0 from jsonb_each_text(weights)
      )`,
  'special categories are scored in the hacker track only': `select id from scores
      where special_categories is not null and track <> 'hacker'`,
};
