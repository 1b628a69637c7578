/** `3 seats left`, or the sentence for a full team. */
export function describeSeats(seatsLeft: number): string {
  if (seatsLeft <= 0) return 'This team is full.';
  return `${seatsLeft} ${seatsLeft === 1 ? 'seat' : 'seats'} left`;
}
