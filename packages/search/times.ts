const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const time = /\b(?=(?:[01]?\d|2[0-3])(?:[:h][0-5]\d| ?[ap]\.?m\b))(\d\d?)(?:[:h]\d\d)? ?(?:([ap])\.?m\b)?/gi;
const shortDay =
  /\b(sun|mon|tues?|wed|thurs?|fri|sat)\b(?=\.? (?:\d|noon|morning|afternoon|evening|night|late|early))/gi;

/** Returns the words for the times of day and the days in a text: "night" and "late" for 22:40, "saturday" for "Sat 9am". */
export function listTimes(text: string): string[] {
  const found = [...text.matchAll(shortDay)].map(
    ([short]) => days.find((day) => day.startsWith(short.toLowerCase()))!,
  );
  for (const [, hours, half = ''] of text.matchAll(time)) {
    const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
    if (hour < 5 || hour >= 21) found.push('night', 'late');
    else if (hour < 12) found.push('morning');
    else found.push(hour < 18 ? 'afternoon' : 'evening');
  }
  return found;
}
