import type { ReactNode } from 'react';
import { paths } from '../../contract/platform/pages.ts';

type Links = { label: string; url: string }[];

interface FooterProps {
  event: { name: string; place: string; links: { contact: string; social: Links } };
  community: Links;
  hasGallery: boolean | undefined;
  /** The choice of theme: a control in the app, plain radio buttons on the static pages. */
  theme: ReactNode;
}

function Group({ title, links }: { title: string; links: Links }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2 className="mb-2 font-mono text-xs tracking-normal text-muted">{title}</h2>
      <ul>
        {links.map(({ label, url }) => (
          <li key={label}>
            <a className="inline-block py-1.5 wrap-anywhere hover:underline" href={url}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer({ event, community, hasGallery, theme }: FooterProps) {
  const { contact, social } = event.links;
  return (
    <footer className="mt-16 border-t-2 border-edge print:hidden">
      <div className="mx-auto page-frame grid gap-10 grid-cols-[repeat(auto-fit,minmax(min(100%,12.5rem),1fr))] px-4 py-12 sm:px-8">
        <div>
          <p className="font-display text-lg font-bold">{event.name}</p>
          <p className="mt-1 text-sm text-muted">{event.place}</p>
          <div className="mt-4">{theme}</div>
        </div>
        <Group title="contact" links={[{ label: contact.replace(/^mailto:/, ''), url: contact }]} />
        <Group title="social" links={social} />
        <Group
          title="community"
          links={hasGallery ? [...community, { label: 'Projects', url: paths.projects }] : community}
        />
      </div>
    </footer>
  );
}
