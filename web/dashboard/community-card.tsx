import { ArrowUpRight } from 'lucide-react';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { Card } from '../ui/card.tsx';

/** Where the others are: the events app and the chat. */
export function CommunityCard({ links }: { links: EventView['community'] }) {
  return (
    <Card title={texts.dashboard.community}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {links.map(({ label, url, description }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="group grid h-full content-start gap-1 rounded-lg border-2 border-border p-4 hover:border-edge"
            >
              <span className="flex items-center justify-between gap-2 font-display text-lg font-bold tracking-tight">
                {label}
                <ArrowUpRight size={20} strokeWidth={1.75} className="text-accent-text" />
              </span>
              <span className="text-sm text-muted">{description}</span>
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
