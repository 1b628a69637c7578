import { runCarousel } from './island/carousel.ts';
import { runCountdown } from './island/countdown.ts';
import { runProgramme } from './island/program.ts';
import { runRail } from './island/rail.ts';
import { runSession } from './island/session.ts';
import { runTheme } from './island/theme.ts';

// Everything that a public page does beyond what its HTML does by itself.
runSession();
runTheme();
for (const figure of document.querySelectorAll<HTMLElement>('[data-carousel]')) runCarousel(figure);
for (const timer of document.querySelectorAll<HTMLElement>('[data-deadline]')) runCountdown(timer);
for (const rail of document.querySelectorAll<HTMLElement>('[data-rail]')) runRail(rail);
runProgramme();
