import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

export const getMyCertificate = endpoint('GET /certificates/mine', {
  summary:
    'Download your certificate as PDF, once the event is over and if you were checked in at the entrance',
  access: 'hacker',
  response: 'file',
  limit: { max: 30, seconds: 3600 },
});

export const getCertificatePage = endpoint('GET /certificate/:id', {
  summary: "Read the page at a certificate's printed address, which says whether it is genuine",
  access: 'open',
  params: z.object({ id: z.string().max(100) }),
  response: 'page',
  limit: { max: 60, seconds: 600 },
});

const certificates = z.object({
  /** The number of people who were checked in at the entrance and get a certificate. */
  count: z.int(),
  /** People whose names have characters that no certificate typeface has. */
  unprintable: z.array(z.object({ name: z.string(), characters: z.string() })),
});
export type Certificates = z.infer<typeof certificates>;

export const getCertificates = endpoint('GET /certificates', {
  summary: 'Count the certificates, and list the names that cannot be printed',
  access: 'admin',
  response: certificates,
});

export const exportCertificates = endpoint('GET /certificates/all', {
  summary: 'Download the certificates of everybody checked in at the entrance as one PDF, by name',
  access: 'admin',
  response: 'file',
  limit: { max: 30, seconds: 3600 },
  audit: { action: 'certificates.exported' },
});
