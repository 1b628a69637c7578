import { ConfigError, loadConfig } from '../platform/config.ts';

/** What is wrong with settings, a sentence each; none when they are sound. */
export function listEventErrors(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}
