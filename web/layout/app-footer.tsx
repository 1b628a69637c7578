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
      community={event.community}
      theme={<ThemeChoice group="footer-theme" />}
    />
  );
}
