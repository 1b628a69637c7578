/** An average with one decimal, and with two below it where two places would look the same. */
export function Average({ value, precise }: { value: number; precise?: string | undefined }) {
  return (
    <>
      {value.toFixed(1)}
      {precise && <span className="block text-sm font-normal text-muted">{precise}</span>}
    </>
  );
}
