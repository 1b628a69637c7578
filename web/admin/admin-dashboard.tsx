import { useTitle } from '../lib/title.ts';

/** The organisers' page. */
export default function AdminDashboard() {
  useTitle('Admin Dashboard');
  return <h1 className="text-3xl">Admin Dashboard</h1>;
}
