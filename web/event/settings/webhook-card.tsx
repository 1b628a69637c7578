import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../contract/platform/format.ts';
import type { WebhookDelivery } from '../../../contract/platform/webhook.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { useRetryWebhookDelivery, webhookQuery } from './settings.api.ts';

const states = {
  waiting: ['pending', 'Waiting'],
  delivered: ['approved', 'Delivered'],
  failed: ['rejected', 'Failed'],
} as const;

export default function WebhookCard() {
  return (
    <Card title="Webhook">
      <Loaded query={useQuery(webhookQuery)} what="deliveries" loading="Loading the deliveries...">
        {(deliveries) => <Deliveries deliveries={deliveries} />}
      </Loaded>
    </Card>
  );
}

function Deliveries({ deliveries }: { deliveries: WebhookDelivery[] }) {
  const event = useEvent();
  const retry = useRetryWebhookDelivery();
  return (
    <DataTable
      caption="Deliveries of the webhook"
      rows={deliveries}
      rowKey={({ _id }) => _id}
      empty="Nothing has been sent yet."
      className="max-h-[60dvh]"
      columns={[
        {
          header: 'Event and response',
          cell: ({ text, at, state, attempts, answer }) => (
            <div className="grid justify-items-start gap-1">
              <span className="wrap-anywhere">{text}</span>
              <time dateTime={at} className="tabular text-muted">
                {formatDateTime(at, event)}
              </time>
              <span className="flex flex-wrap items-center gap-x-2">
                <Badge tone={states[state][0]}>{states[state][1]}</Badge>
                <span className="text-muted wrap-anywhere">
                  {answer}
                  {attempts > 1 && ` (${attempts} tries)`}
                </span>
              </span>
            </div>
          ),
        },
        {
          header: 'Again',
          cell: ({ _id, text, state }) => (
            <Button
              size="compact"
              variant="secondary"
              aria-label={`Send “${text}” again`}
              disabled={state === 'waiting' || retry.isPending}
              onClick={() => retry.mutate(_id)}
            >
              Again
            </Button>
          ),
        },
      ]}
    />
  );
}
