import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFolder } from '../../server/testing/postgres.ts';

const deploy = path.join(import.meta.dirname, '../../deploy');

export type ProxyName = 'nginx' | 'caddy';

const searched = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export function isProxyInstalled(name: ProxyName): boolean {
  const argument = name === 'nginx' ? '-v' : 'version';
  return spawnSync(name, [argument], { stdio: 'ignore', env: searched }).status === 0;
}

/**
 * Starts the proxy with the configuration of `deploy/` in front of these ports. Only host names, certificates and ports are
 * changed, because the test runs on loopback.
 */
export async function startShippedProxy(
  name: ProxyName,
  port: number,
  upstream: number[],
): Promise<{ stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'overnight-proxy-'));
  const child = name === 'nginx' ? startNginx(folder, port, upstream) : startCaddy(folder, port, upstream);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return { stop };
    await pause(100);
  }
  await stop();
  throw new Error(`${name} does not answer:\n${output}`);
}

function startNginx(folder: string, port: number, upstream: number[]): ChildProcess {
  const shipped = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8');
  const servers = upstream.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n');
  const site = shipped
    .replace(/server 127\.0\.0\.1:3000 .*;/, servers)
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server_name hack.example.org;', 'server_name localhost;')
    .replaceAll(/\n\s*ssl_certificate.*;/g, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}events {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
  );
  return spawn('nginx', ['-c', file, '-p', folder], { env: searched });
}

function startCaddy(folder: string, port: number, upstream: number[]): ChildProcess {
  mkdirSync(path.join(folder, 'data'));
  // Caddy's admin API would need a fixed port.
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(path.join(deploy, 'Caddyfile'), 'utf8')}`);
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      ...searched,
      XDG_DATA_HOME: path.join(folder, 'data'),
      XDG_CONFIG_HOME: path.join(folder, 'data'),
      SITE_ADDRESS: `http://localhost:${port}`,
      UPSTREAM: upstream.map((one) => `127.0.0.1:${one}`).join(' '),
    },
  });
}
