interface Slide {
  src: string;
  alt: string;
  srcset?: string;
  focal?: string;
}

const every = 6000;

/** Turns the pictures of a frame: by itself unless motion is unwanted, by the arrow keys, and by a swipe. */
export function startCarousel(figure: HTMLElement) {
  const slides = JSON.parse(figure.dataset.carousel ?? '[]') as Slide[];
  const first = figure.querySelector('img');
  const button = figure.querySelector<HTMLButtonElement>('[data-pause]');
  const position = figure.querySelector<HTMLElement>('[data-position]');
  if (!first || !button || !position || slides.length < 2) return;

  let shown = Math.max(
    0,
    slides.findIndex(({ src }) => first.currentSrc.endsWith(src)),
  );
  let current: HTMLElement = first.closest('picture') ?? first;
  let stopped = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let held = false;
  let turning: ReturnType<typeof setTimeout> | undefined;

  const say = () => {
    position.textContent = `${shown + 1}/${slides.length}`;
    button.textContent = stopped ? 'Play' : 'Pause';
  };

  const turn = async (by: number) => {
    const next = (shown + by + slides.length) % slides.length;
    const { src, alt, srcset, focal = '' } = slides[next] as Slide;
    const image = new Image(960, 720);
    image.className = first.className;
    image.alt = alt;
    image.style.objectPosition = focal;
    if (srcset) {
      image.sizes = '(min-width: 1024px) 500px, 100vw';
      image.srcset = srcset;
    }
    image.src = src;
    // Only a picture that is there takes the place of the one before.
    await image.decode().catch(() => undefined);
    image.classList.add('fade-in');
    current.after(image);
    const old = current;
    setTimeout(() => old.remove(), 260);
    current = image;
    shown = next;
    say();
  };

  const plan = () => {
    clearTimeout(turning);
    if (!stopped && !held && !document.hidden) turning = setTimeout(() => turn(1).then(plan), every);
  };
  const hold = (now: boolean) => () => {
    held = now;
    plan();
  };

  button.addEventListener('click', () => {
    stopped = !stopped;
    say();
    plan();
  });
  figure.addEventListener('pointerenter', hold(true));
  figure.addEventListener('pointerleave', hold(false));
  figure.addEventListener('focusin', hold(true));
  figure.addEventListener('focusout', hold(false));
  document.addEventListener('visibilitychange', plan);
  figure.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') void turn(1);
    if (key === 'ArrowLeft') void turn(-1);
  });
  let from = 0;
  figure.addEventListener('touchstart', (touch) => (from = touch.changedTouches[0]?.clientX ?? 0), {
    passive: true,
  });
  figure.addEventListener('touchend', (touch) => {
    const way = (touch.changedTouches[0]?.clientX ?? from) - from;
    if (Math.abs(way) > 40) void turn(way < 0 ? 1 : -1).then(plan);
  });
  say();
  plan();
}
