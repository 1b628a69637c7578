import type { ScanOutcome } from './station-reducer.ts';

/** The signals of a station: a result, or that a pass was read. */
export type StationSignal = ScanOutcome['result'] | 'read';

/** Notes of a result: frequency in Hz, start and length in milliseconds. */
const sounds: Record<StationSignal, { hz: number; from: number; for: number; type?: OscillatorType }[]> = {
  read: [{ hz: 1400, from: 0, for: 40 }],
  admitted: [
    { hz: 660, from: 0, for: 110 },
    { hz: 880, from: 120, for: 160 },
  ],
  priority: [
    { hz: 660, from: 0, for: 90 },
    { hz: 880, from: 100, for: 90 },
    { hz: 1175, from: 200, for: 180 },
  ],
  already: [
    { hz: 520, from: 0, for: 120 },
    { hz: 520, from: 180, for: 120 },
  ],
  refused: [{ hz: 140, from: 0, for: 250, type: 'sawtooth' }],
  saved: [{ hz: 590, from: 0, for: 140 }],
  unlisted: [
    { hz: 330, from: 0, for: 160 },
    { hz: 220, from: 180, for: 220 },
  ],
  undone: [{ hz: 440, from: 0, for: 90 }],
};

const vibrations: Record<StationSignal, number | number[]> = {
  read: 30,
  admitted: 80,
  priority: [60, 40, 60],
  already: [60, 60, 60],
  refused: 250,
  saved: [40, 40],
  unlisted: [150, 80, 150],
  undone: 30,
};

let context: AudioContext | undefined;

/** Prepares the sound; browsers allow it only while handling a tap or a key. */
export function unlockSound(): void {
  if (!('AudioContext' in globalThis)) return;
  // On an iPhone the switch for silence would mute the station.
  if ('audioSession' in navigator) (navigator.audioSession as { type: string }).type = 'playback';
  context ??= new AudioContext();
  // A call interrupts it on an iPhone.
  if (context.state !== 'running') void context.resume().catch(() => undefined);
}

export function playSignal(result: StationSignal, { sound }: { sound: boolean }): void {
  // Nor does a phone vibrate before the first tap.
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(vibrations[result]);
  if (!sound || context?.state !== 'running') return;
  const now = context.currentTime;
  for (const note of sounds[result]) {
    const start = now + note.from / 1000;
    const end = start + note.for / 1000;
    const oscillator = new OscillatorNode(context, { frequency: note.hz, type: note.type ?? 'sine' });
    const volume = new GainNode(context, { gain: 0 });
    // Ramps, because a tone that starts or ends at full volume clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.01);
    volume.gain.setValueAtTime(0.25, end - 0.02);
    volume.gain.linearRampToValueAtTime(0, end);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(end);
  }
}
