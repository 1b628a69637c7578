interface Day {
  day: string;
  pending: number;
  approved: number;
  rejected: number;
}

/** Returns the running total per day for each status. */
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
const maxSteps = 288;

/** Returns the running total of arrivals every ten minutes, from the first to the last, for at most two days. */
export function toArrivalCurve(arrivals: readonly { at: string; count: number }[]) {
  const counts = new Map(arrivals.map(({ at, count }) => [Date.parse(at), count]));
  const first = Math.min(...counts.keys());
  const last = Math.min(Math.max(...counts.keys()), first + maxSteps * tenMinutes);
  const times: string[] = [];
  const total: number[] = [];
  for (let at = first; at <= last; at += tenMinutes) {
    times.push(new Date(at).toISOString());
    total.push((total.at(-1) ?? 0) + (counts.get(at) ?? 0));
  }
  return { times, total };
}
