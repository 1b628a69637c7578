import { Button } from '../ui/button.tsx';
import { ResultCard } from '../ui/result-card.tsx';
import { Sample } from './sample.tsx';

/** The results of scans. */
export function CheckInSamples() {
  return (
    <Sample title="Check-in">
      <div className="grid gap-4 md:grid-cols-2">
        <ResultCard
          result="read"
          title="Participant Information"
          name="Ada Lovelace"
          actions={<Button>Confirm Check-In</Button>}
        />
        <ResultCard result="admitted" title="Checked in" name="Ada Lovelace">
          <p>9:12 AM</p>
        </ResultCard>
        <ResultCard result="priority" band="PRIORITY ACCESS" title="Checked in" name="Grace Hopper" />
        <ResultCard result="already" title="Already checked in at 9:12" name="Alan Turing" />
        <ResultCard result="refused" title="Invalid QR code format" />
        <ResultCard result="saved" title="Saved on this device" name="Katherine Johnson" />
      </div>
    </Sample>
  );
}
