import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// Debian's Firefox and WebKit, each driven by its own protocol, because Playwright drives only its own builds.

const firefox = '/usr/bin/firefox-esr';
const webKitDriver = '/usr/bin/WebKitWebDriver';
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');

/** The engines besides Chromium, each with what starts it; undefined where its packages are not installed. */
export const engines = {
  firefox: existsSync(firefox) ? openFirefox : undefined,
  webkit: existsSync(webKitDriver) && existsSync('/usr/bin/Xvfb') && miniBrowser ? openWebKit : undefined,
};

/** An element of a page: the first visible one of this kind whose name or text matches. */
interface Target {
  kind: 'button' | 'link' | 'heading' | 'field' | 'radio' | 'image' | 'text' | 'file';
  name: string | RegExp;
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** An engine's reference to an element. */
type Handle = { [key: string]: Json };

interface Engine {
  version: string;
  /** Errors that the page has logged or thrown. */
  errors: string[];
  goto: (url: string) => Promise<unknown>;
  /** Runs the body of a function in the page; what it returns is JSON, or an element's handle. */
  run: (body: string, args: Json[]) => Promise<unknown>;
  click: (element: Handle) => Promise<unknown>;
  type: (element: Handle, text: string) => Promise<unknown>;
  choose: (element: Handle, file: string) => Promise<unknown>;
  setCookie: (name: string, value: string, domain: string) => Promise<unknown>;
  clearCookies: () => Promise<unknown>;
  screenshot: () => Promise<string>;
  close: () => Promise<unknown>;
}

/** How long to wait for a page on a busy machine, in milliseconds. */
const patience = 30_000;

// Runs in the page.
function findElement(kind: Target['kind'], source: string): Element | null {
  const pattern = new RegExp(source);
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    field: 'input, textarea, select',
    radio: '[type=radio], [role=radio]',
    image: 'img, [role=img]',
    text: 'body *',
    file: '[type=file]',
  };
  const getName = (element: Element) => {
    const { labels, alt } = element as HTMLInputElement & HTMLImageElement;
    const label = element.getAttribute('aria-label') ?? (labels?.[0] as HTMLElement | undefined)?.innerText;
    return (label ?? (alt || (element as HTMLElement).innerText || '')).trim();
  };
  const found = [...document.querySelectorAll(selectors[kind])].filter((element) => {
    if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) return false;
    const isShown = element.checkVisibility({ visibilityProperty: true });
    return (isShown || kind === 'file' || kind === 'radio') && pattern.test(getName(element));
  });
  return (kind === 'text' ? found.at(-1) : found[0]) ?? null;
}

// Runs in the page.
function settle(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return new Promise((resolve, reject) => {
    let before = '';
    const look = () => {
      if (!element.isConnected) return reject(new Error('It was replaced.'));
      const { x, y } = element.getBoundingClientRect();
      if (before === `${x} ${y}`) return resolve(true);
      before = `${x} ${y}`;
      return void setTimeout(look, 50);
    };
    look();
  });
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A page in an engine, with the steps that the tests take. Each step waits for its element. */
export class EnginePage {
  readonly engine: Engine;
  private readonly origin: string;
  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.origin = origin;
  }

  async goto(address: string): Promise<void> {
    await this.engine.goto(new URL(address, this.origin).href);
  }

  async reload(): Promise<void> {
    await this.engine.goto((await this.evaluate(() => location.href)) as string);
  }

  /** Calls a function in the page, which may return a promise. */
  evaluate<T extends Json | undefined>(
    call: (...args: never[]) => T | Promise<T>,
    ...args: Json[]
  ): Promise<unknown> {
    return this.engine.run(`return (${call})(...arguments)`, args);
  }

  async become(cookie?: string): Promise<void> {
    await this.goto('/robots.txt');
    await this.engine.clearCookies();
    await this.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      return true;
    });
    const [name = '', value = ''] = cookie?.split('=') ?? [];
    if (cookie) await this.engine.setCookie(name, value, new URL(this.origin).hostname);
  }

  /** Waits for an element and returns it. */
  async find(kind: Target['kind'], name: Target['name']): Promise<Handle> {
    const source = name instanceof RegExp ? name.source : `^${escapeText(name)}`;
    const end = Date.now() + patience;
    for (;;) {
      const found = await this.engine
        .run(`return (${findElement})(...arguments)`, [kind, source])
        .catch(isLeaving);
      if (found) return found as Handle;
      if (Date.now() > end) throw new Error(`No ${kind} ${name} at ${await this.describe()}`);
      await pause(50);
    }
  }

  private async describe(): Promise<string> {
    return String(
      await this.evaluate(() => `${location.pathname}: ${document.body.innerText.slice(0, 300)}`),
    );
  }

  /** Scrolls an element to the middle, waits until it stands still, and clicks it; finds it again if the page has replaced it. */
  async click(kind: Target['kind'], name: Target['name']): Promise<void> {
    const end = Date.now() + patience;
    for (;;) {
      const element = await this.find(kind, name);
      try {
        await this.engine.run(`return (${settle})(arguments[0])`, [element]);
        return void (await this.engine.click(element));
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  async fill(name: Target['name'], text: string): Promise<void> {
    const field = await this.find('field', name);
    await this.engine.run('arguments[0].focus(); arguments[0].select(); return true', [field]);
    await this.engine.type(field, text);
  }

  async choose(name: Target['name'], file: string): Promise<void> {
    await this.engine.choose(await this.find('file', name), file);
  }
}

/** For `catch`: a page that is being left cannot answer, so the caller asks the next page. */
const isLeaving = () => null;

async function waitFor<T>(what: string, get: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await get();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await pause(30);
  }
}

/** Ends a process that was started with `detached`, and what it has started. */
function end(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const preferences = {
  'remote.active-protocols': 1,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'extensions.update.enabled': false,
};

/** The part of the protocol's answers that is read here. */
interface BidiResult {
  capabilities: { browserVersion: string };
  contexts: [{ context: string }];
  data: string;
  type: string;
  result: { type: string; value: string; sharedId: string };
  exceptionDetails: { text: string };
}

async function openFirefox(origin: string): Promise<EnginePage> {
  const profile = await mkdtemp(path.join(tmpdir(), 'overnight-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const words = [
    '--remote-debugging-port=0',
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    'about:blank',
  ];
  const child = spawn(firefox, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    // Where downloads go.
    env: { ...process.env, HOME: profile },
  });
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  const address = await waitFor('Firefox', () => /listening on (ws:\S+)/.exec(output)?.[1]);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, PromiseWithResolvers<BidiResult>>();
  const errors: string[] = [];
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message, method, params } = JSON.parse(String(data));
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(params.text);
    const answer = waiting.get(id);
    if (type === 'error') answer?.reject(new Error(`${error}: ${message}`));
    else answer?.resolve(result);
  };
  let count = 0;
  const send = (method: string, params: object = {}) => {
    count += 1;
    const answer = Promise.withResolvers<BidiResult>();
    waiting.set(count, answer);
    socket.send(JSON.stringify({ id: count, method, params }));
    return answer.promise;
  };
  const prompts = { default: 'accept', beforeUnload: 'accept' };
  const session = await send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: prompts } },
  });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree');
  const [{ context }] = contexts;
  await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } });
  const partition = { type: 'context', context };
  const run: Engine['run'] = async (body, args) => {
    const answer = await send('script.callFunction', {
      functionDeclaration: `async function () {
        const result = await (function () { ${body} }).apply(null, arguments);
        return result instanceof Element ? result : JSON.stringify(result ?? null);
      }`,
      awaitPromise: true,
      target: { context },
      arguments: args.map(toLocalValue),
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    const { type, value, sharedId } = answer.result;
    return type === 'node' ? { sharedId } : JSON.parse(value);
  };
  const act = (actions: object) => send('input.performActions', { context, actions: [actions] });
  return new EnginePage(
    {
      version: session.capabilities.browserVersion,
      errors,
      run,
      goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      click: (element) =>
        act({
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        }),
      type: (_element, text) =>
        act({
          type: 'key',
          id: 'keys',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        }),
      choose: (element, file) => send('input.setFiles', { context, element, files: [file] }),
      setCookie: (name, value, domain) =>
        send('storage.setCookie', {
          cookie: {
            name,
            value: { type: 'string', value },
            domain,
            path: '/',
            httpOnly: true,
            sameSite: 'lax',
          },
          partition,
        }),
      clearCookies: () => send('storage.deleteCookies', { partition }),
      screenshot: async () => (await send('browsingContext.captureScreenshot', { context })).data,
      close: async () => {
        await Promise.race([send('browser.close').catch(() => undefined), pause(3000)]);
        end(child);
        await pause(100);
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      },
    },
    origin,
  );
}

function toLocalValue(value: Json): object {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', value: value.map(toLocalValue) };
  if (typeof value !== 'object') return { type: typeof value, value };
  if ('sharedId' in value) return value;
  return { type: 'object', value: Object.entries(value).map(([key, each]) => [key, toLocalValue(each)]) };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Opens a page in WebKitGTK's small browser, on a screen of its own, over WebDriver. Its window is at least 447 pixels wide. */
async function openWebKit(origin: string): Promise<EnginePage> {
  const screen = spawn(
    '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  let display = '';
  screen.stdio[3]?.on('data', (text) => {
    display += text;
  });
  await waitFor('a screen', () => (display.endsWith('\n') ? true : undefined));
  const port = await findFreePort();
  const home = await mkdtemp(path.join(tmpdir(), 'overnight-webkit-'));
  const driver = spawn(webKitDriver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: `:${display.trim()}`,
      HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const send = async (method: string, place: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${place}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(2 * patience),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await waitFor('WebKit', () =>
    send('GET', '/status').then(
      () => true,
      () => undefined,
    ),
  );
  const options = { binary: miniBrowser, args: ['--automation'] };
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: 'accept', 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const at = `/session/${sessionId}`;
  await send('POST', `${at}/window/rect`, { width: 447, height: 884 });
  const getId = (element: Handle) => Object.values(element)[0];
  return new EnginePage(
    {
      version: capabilities.browserVersion,
      errors: [],
      goto: (url) => send('POST', `${at}/url`, { url }),
      run: async (body, args) => {
        const script = `const done = arguments[arguments.length - 1];
          Promise.resolve((function () { ${body} }).apply(null, [...arguments].slice(0, -1)))
            .then((result) => done({ result }), (error) => done({ error: String(error) }))`;
        const { result, error } = (await send('POST', `${at}/execute/async`, { script, args })) as {
          result?: unknown;
          error?: string;
        };
        if (error) throw new Error(error);
        return result ?? null;
      },
      click: (element) => send('POST', `${at}/element/${getId(element)}/click`, {}),
      type: (element, text) => send('POST', `${at}/element/${getId(element)}/value`, { text }),
      choose: (element, file) => send('POST', `${at}/element/${getId(element)}/value`, { text: file }),
      setCookie: (name, value, domain) =>
        send('POST', `${at}/cookie`, {
          cookie: { name, value, domain, path: '/', httpOnly: true, sameSite: 'Lax' },
        }),
      clearCookies: () => send('DELETE', `${at}/cookie`),
      screenshot: async () => (await send('GET', `${at}/screenshot`)) as string,
      close: async () => {
        await Promise.race([send('DELETE', at).catch(() => undefined), pause(5000)]);
        end(driver);
        end(screen);
        await pause(100);
        await rm(home, { recursive: true, force: true, maxRetries: 5 });
      },
    },
    origin,
  );
}
