import { closePopoversOnTap } from '../../lib/close-popovers.ts';
import { startHourRail } from '../../lib/hour-rail.ts';
import { startCarousel } from './island/carousel.ts';
import { startCountdown } from './island/countdown.ts';
import { startGallery } from './island/gallery.ts';
import { startPhase } from './island/phase.ts';
import { startProgram } from './island/program.ts';
import { startSession } from './island/session.ts';
import { startTheme } from './island/theme.ts';

// All scripts of the public pages, whose HTML works without them too.
startSession();
startPhase();
startTheme();
closePopoversOnTap();
for (const figure of document.querySelectorAll<HTMLElement>('[data-carousel]')) startCarousel(figure);
for (const timer of document.querySelectorAll<HTMLElement>('[data-deadline]')) startCountdown(timer);
for (const rail of document.querySelectorAll<HTMLElement>('[data-rail]')) startHourRail(rail);
startProgram();
for (const list of document.querySelectorAll<HTMLElement>('[data-gallery]')) startGallery(list);
document.querySelector('[data-print]')?.addEventListener('click', () => print());
const walkIn = document.querySelector<HTMLElement>('[data-walk-in]');
if (walkIn) void import('./island/walk-in.ts').then(({ startWalkIn }) => startWalkIn(walkIn));
