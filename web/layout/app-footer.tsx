import { paths } from '../../contract/platform/pages.ts';
import { useEvent } from '../lib/event.api.ts';
import { Footer } from './footer.tsx';
import ThemeChoice from './theme-choice.tsx';

export default function AppFooter() {
  const event = useEvent();
  if (!event) return null;
  return (
    <Footer
      name={event.name}
      place={event.place}
      contact={event.links.contact}
      social={event.links.social}
      community={
        event.projects?.galleryOpen
          ? [...event.community, { label: 'Projects', url: paths.projects }]
          : event.community
      }
      theme={<ThemeChoice group="footer-theme" />}
    />
  );
}
