import { ArrowUpRight } from 'lucide-react';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { Card } from '../ui/card.tsx';

/** Where the others are: the events app and the chat. */
export function CommunityCard({ links }: { links: EventView['community'] }) {
  return (
    <Card title={texts.dashboard.community} folds="auto">
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {links.map(({ label, url, description }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="grid content-start py-2 hover:underline"
            >
              <span className="flex items-center gap-2 font-semibold">
                {label}
                <ArrowUpRight size={18} strokeWidth={1.75} className="text-accent-text" />
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
