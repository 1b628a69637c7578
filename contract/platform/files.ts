import { limits } from '../limits.ts';
import { endpoint, type FilePart, type PdfPart } from './endpoint.ts';

/**
 * A resume, as `submitApplication` and `updateMyResume` upload it: under 1 MB (`limits.pdf`);
 * `server/platform/http/uploads.ts` refuses a larger one while it arrives. Before it is stored,
 * `server/platform/files/files.service.ts` checks that it has the marks of a PDF and opens in a PDF reader without a
 * password.
 */
export const resumePart: PdfPart = {
  format: 'PDF',
  maxBytes: limits.pdf.maxBytes,
  tooLarge: 'resume_too_large',
  notPdf: 'resume_not_pdf',
  locked: 'resume_locked',
};

/** A pitch deck, as `submitApplication` and `uploadPitchDeck` upload it. */
export const deckPart: PdfPart = {
  format: 'PDF',
  maxBytes: limits.pdf.maxBytes,
  tooLarge: 'deck_too_large',
  notPdf: 'deck_not_pdf',
  locked: 'deck_locked',
};

/** A file that answers a question of the event: checked like a resume, or, if a picture, re-encoded. */
export const answerFilePart: PdfPart = {
  format: 'PDF, JPEG, PNG or WebP',
  maxBytes: limits.answer.file,
  tooLarge: 'answer_file_too_large',
  notPdf: 'answer_file_unreadable',
  locked: 'answer_file_locked',
};

/** A picture, which `server/platform/files/picture-check.ts` opens and re-encodes. */
export const picturePart: FilePart = {
  format: 'JPEG, PNG or WebP',
  maxBytes: limits.picture.maxBytes,
  tooLarge: 'picture_too_large',
};

/** A file of the event; `server/event/event-file-check.ts` determines its kind from its bytes. */
export const eventFilePart: FilePart = {
  format: 'picture, film, captions or font',
  maxBytes: limits.eventFile.film,
  tooLarge: 'event_file_too_large',
};

export const getFile = endpoint('GET /files/:id', 'user', {
  summary: 'Get a resume or pitch deck as PDF, or the file of an answer',
  response: 'file',
  limit: { max: 900, seconds: 60 },
  audit: { action: 'file.downloaded', adminsOnly: true },
});

export const getEventFile = endpoint('GET /event-files/:id', 'all', {
  summary: 'Get a file of the event: a film, captions, a font or a picture, whole or a range of its bytes',
  response: 'file',
});
