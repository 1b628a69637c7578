import { z } from 'zod';
import { text } from './event-values.ts';

/** The settings of what happens when the event is over. */
export const afterEventSettings = {
  /** Present when those who were checked in at the entrance get a certificate, once the event is over. */
  certificates: z
    .strictObject({
      /** Who signs: a name, and what that person is. */
      signedBy: text.optional(),
      /** Files in `event/fonts/` for scripts that the program's own typefaces lack, like `NotoSansJP-Bold.ttf`. */
      fonts: z
        .array(text.regex(/^[\w.-]+\.(ttf|otf|woff2?)$/i, 'is not the name of a font file'))
        .default([]),
    })
    .optional(),
};
