import { useEffect, useRef } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { colors } from '../../contract/platform/colors.ts';
import type { MyProject } from '../../contract/projects/projects.ts';
import { downloadBlob } from '../lib/download.ts';
import { useUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';
import { FirstConfetti } from '../ui/confetti.tsx';

// The size that chats and networks show whole, in pixels.
const [width, height, margin, textWidth, band] = [1200, 630, 72, 820, 96];

/** Splits a text into lines of this width; what is longer than `most` lines ends in an ellipsis. */
function breakLines(
  context: CanvasRenderingContext2D,
  text: string,
  most: number,
  lineWidth: number,
): string[] {
  const fits = (line: string) => context.measureText(line).width <= lineWidth;
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines
    .filter(Boolean)
    .map((line, at, { length }) => {
      let shown = line;
      while (!fits(shown)) shown = shown.slice(0, -1);
      return shown === line && (at < most - 1 || length <= most) ? line : `${shown.slice(0, -1)}…`;
    })
    .slice(0, most);
}

interface AwardPictureProps {
  event: EventView;
  project: MyProject;
  /** `You won the Hacker Track` */
  title: string;
}

/** The award as a picture to share or to keep. */
export default function AwardPicture({ event, project, title }: AwardPictureProps) {
  const user = useUser();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { text, team } = project;
  const headline = title.replace(/^You (won|are|took) /, (_, verb) => (verb === 'won' ? 'Winner of ' : ''));
  const by = team ?? user.name;
  const foot = `${event.name} · ${event.dates.label}`;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const draw = () => {
      context.fillStyle = colors.butter;
      context.fillRect(0, 0, width, height);
      context.fillStyle = colors.night;
      context.fillRect(0, height - band, width, band);
      // Confetti at the right, spread as in `confetti.tsx`.
      for (let piece = 0; piece < 48; piece += 1) {
        context.fillStyle = [colors.tangerine, colors.night, colors.paper][piece % 3]!;
        const x = margin + textWidth + ((piece * 0.618) % 1) * (width - margin - textWidth);
        context.fillRect(x, ((piece * 0.4142) % 1) * (height - band - 24), 22, 22);
      }
      let y = 36;
      const setSize = (size: number) => {
        context.font = `700 ${size}px "Bricolage Grotesque", sans-serif`;
      };
      const write = (
        text: string,
        size: number,
        { most = 1, color = colors.ink as string, lineWidth = textWidth } = {},
      ) => {
        setSize(size);
        context.fillStyle = color;
        for (const line of breakLines(context, text, most, lineWidth)) {
          y += size * 1.05;
          context.fillText(line, margin, y);
        }
      };
      write(headline, 96, { most: 3 });
      y += 40;
      setSize(56);
      const isLong = context.measureText(text.title || by).width > textWidth;
      write(text.title || by, isLong ? 44 : 56, { most: 2 });
      y += 14;
      if (text.title) write(by, 40);
      y = height - band + 20;
      // Below the confetti the whole width is free; a long date is written smaller rather than cut.
      const lineWidth = width - 2 * margin;
      setSize(40);
      const size = Math.max(22, Math.min(40, Math.floor((40 * lineWidth) / context.measureText(foot).width)));
      y += (40 - size) / 2;
      write(foot, size, { color: colors.paper, lineWidth });
    };
    draw();
    void document.fonts.ready.then(draw);
  }, [headline, text.title, by, foot]);
  const share = () =>
    canvas.current?.toBlob((blob) => {
      if (!blob) return;
      const file = new File([blob], 'award.png', { type: 'image/png' });
      // Rejects when the person changes their mind.
      if (navigator.canShare?.({ files: [file] }))
        navigator.share({ files: [file], title: headline }).catch(() => undefined);
      else downloadBlob(file.name, blob);
    });
  return (
    <div className="grid justify-items-start gap-3">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={[headline, text.title, by, foot].filter(Boolean).join(', ')}
        className="h-auto w-full rounded-md border-2 border-edge"
      />
      <Button variant="secondary" onClick={share}>
        {'canShare' in navigator ? 'Share this picture' : 'Save this picture'}
      </Button>
      <FirstConfetti of={`award:${user._id}`} />
    </div>
  );
}
