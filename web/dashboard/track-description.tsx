import Play from 'lucide:play';
import { useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { joinClasses } from '../lib/classes.ts';
import { LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Illustration } from '../ui/illustration.tsx';

const ownVideo = (address: string) => address.startsWith('/');

export type TrackAbout = NonNullable<EventView['tracks'][number]['description']>;

const frame = 'aspect-4/3 w-full rounded-lg border-2 border-edge';

/** The film: nothing of it but its poster is loaded before somebody presses play. */
function Film({ video, poster, captions, title }: TrackAbout) {
  const [playing, setPlaying] = useState(false);
  if (playing)
    return (
      // biome-ignore lint/a11y/useMediaCaption: a film may have its captions in the picture.
      <video
        src={video}
        poster={poster}
        controls
        autoPlay
        playsInline
        aria-label={title}
        className={joinClasses(frame, 'bg-ink')}
      >
        {captions && <track kind="captions" src={captions} default />}
      </video>
    );
  return (
    <div className="relative">
      {poster ? (
        <img src={poster} alt="" className={joinClasses(frame, 'object-cover')} />
      ) : (
        <Illustration scene="demo" />
      )}
      <button
        type="button"
        aria-label="Play the video"
        className="absolute inset-0 grid place-items-center rounded-lg"
        onClick={() => setPlaying(true)}
      >
        <span className="grid size-20 place-items-center rounded-full border-2 border-ink bg-butter text-ink">
          <Play size={36} fill="currentColor" />
        </span>
      </button>
    </div>
  );
}

/** What a track asks for and what it gives, in words and, where there is one, in a film. */
export default function TrackDescription({ about, onClose }: { about: TrackAbout; onClose: () => void }) {
  const { title, body, prize, video, videoText } = about;
  return (
    <Dialog open onClose={onClose} title={title} description={body} wide>
      {video && ownVideo(video) ? <Film {...about} /> : <Illustration scene="demo" />}
      {videoText && <p className="text-sm text-muted">{videoText}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="block text-sm text-muted">Prize</span>
          <span className="font-display text-lg font-bold text-accent-text">{prize}</span>
        </p>
        {video && !ownVideo(video) && (
          <LinkButton document href={video}>
            <Play size={18} />
            Watch the video
          </LinkButton>
        )}
      </div>
    </Dialog>
  );
}
