/**
 * Replaces react-style-singleton, which inserts style elements; our Content-Security-Policy refuses them. Without its rules
 * the scrollbar stays beside an open dialog, and keys can move the page behind it; wheel and touch cannot, by Radix's listeners.
 */
export const styleSingleton = () => () => null;
