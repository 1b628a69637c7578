import { getMyCertificate } from '../../contract/after/certificates.ts';
import { downloadBlob } from '../lib/download.ts';
import { fetchFile } from '../lib/fetch-file.ts';
import { useAction } from '../lib/use-action.ts';

export function useDownloadCertificate() {
  return useAction(async () => downloadBlob('certificate.pdf', await fetchFile(getMyCertificate)), {
    fallback: 'Your certificate could not be downloaded. Please try again.',
  });
}
