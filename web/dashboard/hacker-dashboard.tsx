import { useTitle } from '../lib/title.ts';

/** The participant's own page. */
export default function HackerDashboard() {
  useTitle('Dashboard');
  return <h1 className="text-3xl">Dashboard</h1>;
}
