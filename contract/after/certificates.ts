import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';

export const getMyCertificate = endpoint('GET /certificates/mine', 'hacker', {
  summary:
    'Download your certificate as PDF, once the event is over and if you were checked in at the entrance',
  response: 'file',
  limit: { max: 30, seconds: 3600 },
});

export const getCertificatePage = endpoint('GET /certificate/:id', 'open', {
  summary: "Read the page at a certificate's printed address, which says whether it is genuine",
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

export const getCertificates = endpoint('GET /certificates', 'admin', {
  summary: 'Count the certificates, and list the names that cannot be printed',
  response: certificates,
});

export const exportCertificates = endpoint('GET /certificates/all', 'admin', {
  summary: 'Download the certificates of everybody checked in at the entrance as one PDF, by name',
  response: 'file',
  limit: { max: 30, seconds: 3600 },
  audit: { action: 'certificates.exported' },
});
