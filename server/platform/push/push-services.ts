import type { Config } from '../config.ts';

// The browsers' push services, from their vendors' documentation. Endpoints come from strangers: the server sends to no
// other host, so nobody can make it call an address of their choice.
const hosts = [
  // Chrome, Edge on Android, Opera, Samsung Internet: https://developer.chrome.com/docs/extensions/how-to/integrate/web-push
  /^fcm\.googleapis\.com$/,
  // Firefox: https://mozilla-push-service.readthedocs.io/en/latest/design/
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  // Safari: https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  // Edge on Windows: https://learn.microsoft.com/windows/apps/develop/notifications/push-notifications/firewall-allowlist-config
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
];

/**
 * Returns the address of a subscription if it belongs to a browser's push service or to `PUSH_SERVICES`; otherwise
 * undefined.
 */
export function parsePushEndpoint({ push }: Pick<Config, 'push'>, endpoint: string): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  // As parsed, so that two spellings are not two subscriptions; and without a password, which the request would send.
  if (url.href !== endpoint || url.username || url.password || url.hash) return undefined;
  if (push.origins.includes(url.origin)) return url;
  const isVendor = hosts.some((host) => host.test(url.hostname));
  return isVendor && url.protocol === 'https:' && url.port === '' ? url : undefined;
}
