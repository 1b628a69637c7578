import { endpoint } from '../platform/endpoint.ts';

// Each reads everything that is stored.
const limit = { max: 30, seconds: 3600 };

export const exportEvent = endpoint('GET /exports/event', 'admin', {
  summary:
    'Export the whole event as a zip of CSV and JSON: registrations with attendance, check-ins, teams, projects, scores, results and feedback',
  response: 'file',
  limit,
  audit: { action: 'event.exported' },
});

export const exportRegistrations = endpoint('GET /exports/registrations', 'admin', {
  summary: 'Export the registrations with attendance as CSV, in the columns that student leagues require',
  response: 'file',
  limit,
  audit: { action: 'registrations.exported' },
});
