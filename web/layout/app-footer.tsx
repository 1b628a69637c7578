import { useEvent } from '../lib/event.api.ts';
import { Footer } from './footer.tsx';
import ThemeChoice from './theme-choice.tsx';

export default function AppFooter() {
  const event = useEvent();
  if (!event) return null;
  return (
    <Footer
      event={event}
      community={event.community}
      hasGallery={event.projects?.galleryOpen}
      theme={<ThemeChoice group="footer-theme" />}
    />
  );
}
