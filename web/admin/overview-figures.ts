interface Day {
  day: string;
  pending: number;
  approved: number;
  rejected: number;
}

/** Sums from the first day on, for each status. */
export function toCumulative(days: readonly Day[]) {
  const sum = (status: 'pending' | 'approved' | 'rejected') => {
    let total = 0;
    return days.map((day) => {
      total += day[status];
      return total;
    });
  };
  return {
    labels: days.map(({ day }) => day),
    pending: sum('pending'),
    approved: sum('approved'),
    rejected: sum('rejected'),
  };
}

const tenMinutes = 600_000;
const longest = 288;

/** Everybody who has arrived by each ten minutes from the first arrival to the last, two days at the most. */
export function toArrivalCurve(arrivals: readonly { at: string; count: number }[]) {
  const counts = new Map(arrivals.map(({ at, count }) => [Date.parse(at), count]));
  const first = Math.min(...counts.keys());
  const last = Math.min(Math.max(...counts.keys()), first + longest * tenMinutes);
  const times: string[] = [];
  const total: number[] = [];
  for (let at = first; at <= last; at += tenMinutes) {
    times.push(new Date(at).toISOString());
    total.push((total.at(-1) ?? 0) + (counts.get(at) ?? 0));
  }
  return { times, total };
}
