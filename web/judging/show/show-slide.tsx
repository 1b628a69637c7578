import { joinClasses } from '../../lib/classes.ts';
import type { Slide } from './list-slides.ts';

/** From 120 to 160 pixels on a screen of 1920. */
function getNameSize({ length }: string): string {
  if (length <= 24) return 'text-[min(8.3cqw,15cqh)]';
  return length <= 44 ? 'text-[min(7.2cqw,13cqh)]' : 'text-[min(6.3cqw,11.2cqh)]';
}

interface ShowSlideProps {
  slide: Slide;
  isRehearsal: boolean;
  /** Part of a page with a heading of its own. */
  isPreview?: boolean;
}

/** One slide; it fills its frame, and everything is as large as the frame allows. */
export function ShowSlide({ slide, isRehearsal, isPreview = false }: ShowSlideProps) {
  const Title = isPreview ? 'p' : 'h1';
  return (
    <div
      className={joinClasses(
        'relative grid size-full overflow-hidden [container-type:size]',
        slide.kind === 'black' ? 'bg-[black]' : 'bg-ink text-paper',
      )}
    >
      {slide.kind === 'prize' && (
        <div className="grid content-center justify-items-start gap-[3cqh] p-[6cqw]">
          <Title className="font-display text-[min(8.3cqw,15cqh)] leading-none font-bold wrap-anywhere">
            {slide.prize.label}
          </Title>
          {slide.prize.sponsor && (
            <p className="text-[min(3.2cqw,6cqh)] leading-tight text-butter wrap-anywhere">
              {slide.prize.sponsor}
            </p>
          )}
        </div>
      )}
      {slide.kind === 'winner' && (
        <Winner key={`${slide.says} ${slide.winner.name}`} {...slide} Title={Title} />
      )}
      {isRehearsal && slide.kind !== 'black' && (
        <p className="absolute right-[2cqw] bottom-[2cqh] text-[min(1.6cqw,3cqh)] text-butter">Rehearsal</p>
      )}
    </div>
  );
}

type WinnerProps = Slide & { kind: 'winner' } & { Title: 'p' | 'h1' };

function Winner({ winner: { name, team, makers, picture }, says, prize, Title }: WinnerProps) {
  const people = makers.join(', ');
  // A picture beside so much text would leave too little room for it.
  const isLong = 6 * name.length + 2 * (team?.length ?? 0) + people.length > 330;
  return (
    <div
      className={joinClasses(
        'grid min-h-0 animate-fade items-center gap-[3cqw] p-[4cqw]',
        picture && !isLong && 'grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
      )}
    >
      {picture && (
        <img
          src={picture}
          alt=""
          className={
            isLong
              ? 'absolute inset-0 size-full object-cover opacity-20'
              : 'max-h-[84cqh] w-full rounded-lg object-contain'
          }
        />
      )}
      <div className="relative grid min-w-0 gap-[2.4cqh]">
        <p className="text-[min(2.8cqw,5cqh)] leading-tight text-butter">
          {says} · {prize.label}
        </p>
        <Title
          className={joinClasses(
            'font-display leading-none font-bold hyphens-auto wrap-anywhere',
            getNameSize(name),
          )}
        >
          {name}
        </Title>
        {team && <p className="text-[min(3.6cqw,6.4cqh)] leading-tight wrap-anywhere">{team}</p>}
        {people && (
          <p
            className={joinClasses(
              'leading-tight wrap-anywhere',
              isLong ? 'text-[min(2.2cqw,4cqh)]' : 'text-[min(2.8cqw,5cqh)]',
            )}
          >
            {people}
          </p>
        )}
      </div>
    </div>
  );
}
