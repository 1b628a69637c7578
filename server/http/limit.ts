import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Services } from '../services.ts';
import { Problem } from './problem.ts';

const general = { max: 300, seconds: 60 };

/** The address that a limit counts: IPv4 whole (also when mapped into IPv6), IPv6 by its /64. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The rate limit of an endpoint: per person where somebody is signed in (a whole campus shares one address), else per address. */
export function limitOf(declared: Endpoint, services: Services) {
  const { max, seconds } = declared.limit ?? general;
  const name = `${declared.method} ${declared.path}`;
  const scaled = Math.ceil(max * services.config.rateLimitScale);
  return {
    groupId: declared.limit ? name : 'general',
    max: (request: FastifyRequest) =>
      request.actor.kind === 'user' || declared.limit ? scaled : scaled * 20,
    timeWindow: seconds * 1000,
    keyGenerator: (request: FastifyRequest) =>
      request.actor.kind === 'user' ? `user ${request.actor.id}` : `address ${addressKey(request.ip)}`,
    errorResponseBuilder: (_request: FastifyRequest, context: { ttl: number }) =>
      new Problem('too_many_requests', { retryAfter: Math.ceil(context.ttl / 1000) }),
  };
}
