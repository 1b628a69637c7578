import { queryOptions } from '@tanstack/react-query';

/** The bytes of a stored PDF, cached for a minute after their last use, so that they can be fetched ahead. */
export const documentQuery = (url: string) =>
  queryOptions({
    queryKey: ['pdf', url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
