/** The source of a pattern for UUIDs of any version, in lowercase. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const whole = new RegExp(`^${uuidPattern}$`, 'i');

/** Returns whether a text is a UUID, in lowercase or capitals. */
export const isUuid = (text: string): boolean => whole.test(text);
