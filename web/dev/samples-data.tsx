import { BarChart } from '../ui/charts/bar-chart.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { Sample } from './sample.tsx';

const people = Array.from({ length: 2000 }, (_, number) => ({
  id: String(number),
  name: `Participant ${number + 1}`,
}));
const days = Array.from({ length: 14 }, (_, day) => `Sep ${day + 1}`);

/** Long lists, tables and charts. */
export function DataSamples() {
  return (
    <Sample title="Data">
      <div className="grid gap-8 md:grid-cols-2">
        <LineChart
          title="Applications over time"
          labels={days}
          series={[
            { name: 'Pending', values: days.map((_, day) => 10 + day * 4) },
            { name: 'Approved', values: days.map((_, day) => day * 3) },
            { name: 'Rejected', values: days.map((_, day) => day) },
          ]}
        />
        <BarChart
          title="Totals"
          summary="Nobody has scored in the last range yet."
          measure="Teams"
          bars={[4, 9, 17, 22, 12, 3, 0].map((value, range) => ({
            label: `${range * 10 + 30}`,
            value,
            marked: range === 3,
          }))}
        />
        <DataTable
          caption="Two thousand rows"
          columns={[
            { header: 'Name', cell: (row) => row.name },
            { header: 'Number', cell: (row) => row.id, numeric: true },
          ]}
          rows={people}
          rowKey={(row) => row.id}
          rowHeight={38}
          isNew={(row) => row.id === '1'}
          className="max-h-72"
        />
        <VirtualList
          label="Two thousand items"
          count={people.length}
          rowKey={(index) => people[index]!.id}
          rowHeight={2.75}
          render={(index) => <p className="border-b border-hairline px-3 py-2">{people[index]!.name}</p>}
          className="h-72"
        />
      </div>
    </Sample>
  );
}
