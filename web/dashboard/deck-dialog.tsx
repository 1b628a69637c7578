import { useRef, useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import { texts } from '../../contract/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PdfField } from '../ui/file-drop.tsx';
import { Progress } from '../ui/progress.tsx';
import { useUploadPitchDeck } from './dashboard.api.ts';

interface DeckDialogProps {
  /** The track that asks for the deck. */
  track: EventView['tracks'][number];
  /** Takes the deck that was sent earlier; there only when one is stored. */
  onUseStored?: (() => void) | undefined;
  onClose: () => void;
  returnFocus: () => HTMLElement | null;
}

/** Asks for the pitch deck; once it is stored, the track is the one that asked for it. */
export default function DeckDialog({ track, onUseStored, onClose, returnFocus }: DeckDialogProps) {
  const uploadPitchDeck = useUploadPitchDeck();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [part, setPart] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);

  const close = () => {
    sending.current?.abort();
    onClose();
  };
  const send = () => {
    if (!file) return setProblem(texts.deck.noFile);
    const controller = new AbortController();
    sending.current = controller;
    setPart(0);
    uploadPitchDeck.mutate(
      { file, onProgress: setPart, signal: controller.signal },
      { onSuccess: close, onSettled: () => setPart(null) },
    );
  };

  return (
    <Dialog
      open
      onClose={close}
      returnFocus={returnFocus}
      title="Upload your pitch deck"
      description={`The ${track.title} asks for one. Your track changes once it is uploaded.`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button busy={part !== null} onClick={send}>
            Upload
          </Button>
        </>
      }
    >
      <PdfField
        label="Pitch deck"
        error={problem}
        required
        file={file}
        texts={{ notPdf: texts.apply.deckNotPdf, tooLarge: texts.apply.deckTooLarge }}
        onChange={(chosen, refusal) => {
          setProblem(refusal);
          if (!refusal) setFile(chosen);
        }}
      />
      {onUseStored && part === null && (
        <button type="button" className="link -my-2 min-h-11 justify-self-start" onClick={onUseStored}>
          Use the deck that you sent before
        </button>
      )}
      {part !== null && <Progress part={part} />}
    </Dialog>
  );
}
