/** Tells a judge that judging is paused; what they submit waits on the device. */
export function PausedNote() {
  return (
    <p role="status" className="rounded-md border-2 border-warning bg-pending-bg px-4 py-3 text-pending">
      <strong>Judging is paused.</strong> You can continue: the scores you submit wait on this device and are
      sent when judging resumes.
    </p>
  );
}
