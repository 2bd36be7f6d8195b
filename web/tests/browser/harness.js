/**
 * A house of its own for each test file, and a browser to look at it with.
 *
 * `open()` starts the debug program on a temporary folder and Chromium; everything ends with the file. A page collects
 * what its console complains of, and `page.faults` must be empty in the end: a blocked script or style is a fault.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

export const PROGRAM = process.env.CROUPIER_PROGRAM ?? resolve('../target/debug/croupier');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Sizes every page must fit. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
};

/** No limits on how fast a program plays. */
const FAST = {
  CROUPIER_LIMITS_REQUESTS_PER_SECOND: '10000',
  CROUPIER_LIMITS_REQUESTS_AT_ONCE: '10000',
  CROUPIER_LIMITS_GUESTS_PER_HOUR: '10000',
  CROUPIER_LIMITS_SIGN_INS_PER_MINUTE: '10000',
};

/**
 * Starts a house; `settings` are variables of its configuration. Another copy of the program runs beside nothing else.
 */
export async function startHouse(settings = {}, { folder, port = 0, host = '127.0.0.1', copy } = {}) {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'croupier-pages-'));
  // What names the program to the tests is no key of the house, which would warn about it.
  const { CROUPIER_PROGRAM: _, CROUPIER_SIXTH_GAME: _sixth, ...environment } = process.env;
  const program = spawn(copy ?? PROGRAM, ['serve', '--data', own, '--listen', `${host}:${port}`], {
    cwd: tmpdir(),
    env: { ...environment, ...FAST, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const house = { folder: own, address: '', password: undefined, program };
  house.stop = async (signal = 'SIGTERM') => {
    if (program.exitCode === null && program.signalCode === null) {
      program.kill(signal);
      await once(program, 'exit');
    }
  };
  house.remove = async () => {
    await house.stop('SIGKILL');
    rmSync(own, { recursive: true, force: true });
  };
  const lines = createInterface({ input: program.stdout });
  for await (const line of lines) {
    house.address = / is open at (\S+?)\/?$/.exec(line)?.[1] ?? house.address;
    house.password = /sign in as administrator with (\S+)/.exec(line)?.[1] ?? house.password;
    if (line.includes('Ctrl-C')) break;
  }
  program.stdout.resume();
  assert.ok(house.address, 'the house did not open');
  return house;
}

/** A browser, in this environment or another. */
export const launch = (env = process.env) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, env });

/** A house and a browser that end with the test file. */
export async function open(settings) {
  const [house, browser] = await Promise.all([startHouse(settings), launch()]);
  after(async () => {
    await browser.close();
    await house.remove();
  });
  return { house, browser };
}

/** A visitor with a browser of his own: nobody has signed in there yet. */
export async function visit({ house, browser }, { size = 'desktop', path = '/', ...context } = {}) {
  const own = await browser.newContext({ viewport: SIZES[size], baseURL: house.address, ...context });
  // Every wait is for something to be seen: a busy machine takes its time.
  own.setDefaultTimeout(60_000);
  await own.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await own.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (told) => {
    // What the house refuses is a refusal and no fault; the browser tells of each.
    if (told.type() === 'error' && !told.text().startsWith('Failed to load resource')) page.faults.push(told.text());
  });
  if (path) await page.goto(path);
  return page;
}

/** Plays as a guest from wherever the page is. */
export async function guest(page) {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** Signs in through the page. */
export async function signIn(page, name, password) {
  await page.goto('/sign-in');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the menu at the right of the header. */
export const menu = (page) => page.locator('header summary').click();

/**
 * Asks the API, as whoever has this token. What the house cannot do at the moment it has not done: it is asked again.
 */
export async function ask(house, method, path, body, token) {
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  for (let turn = 0; ; turn++) {
    const answer = await fetch(house.address + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status === 503 && turn < 20) {
      await new Promise((done) => setTimeout(done, 500));
      continue;
    }
    assert.ok(answer.ok, `${method} ${path}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
}

/** What everybody here chooses. */
export const CHOSEN = 'seven decks of fifty-two';

/**
 * A person with these roles and the password he chose himself: `{name, password, token}`, the token of a session as the
 * first role.
 */
export async function hire(house, name, roles) {
  house.administrator ??= await settle(house, 'administrator', house.password);
  const { password } = await ask(house, 'POST', '/api/people', { name, roles }, house.administrator.token);
  return settle(house, name, password, roles[0]);
}

async function settle(house, name, first, role) {
  const credentials = (password) => ({ name, password, ...(role ? { role } : {}) });
  const { token } = await ask(house, 'POST', '/api/session', credentials(first));
  await ask(house, 'PUT', '/api/session/password', { old: first, new: CHOSEN }, token);
  return { name, password: CHOSEN, token: (await ask(house, 'POST', '/api/session', credentials(CHOSEN))).token };
}

/** Fails on any serious fault axe-core finds, and on any text that looks otherwise on another machine. */
export async function accessible(page, what) {
  // Evaluated rather than added as a script, which the policy of the house rightly forbids.
  await page.evaluate(`${AXE};0`);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  );
  assert.equal(told.join('\n'), '', what);
  await ours(page, what);
}

/** Fails if any text of the page, in its fields and drawings too, is set in a face that did not come with the pages. */
export async function ours(page, what) {
  await page.evaluate(() => document.fonts.ready);
  const tools = await page.context().newCDPSession(page);
  await Promise.all(['DOM.enable', 'CSS.enable'].map((domain) => tools.send(domain)));
  const { root } = await tools.send('DOM.getDocument', { depth: -1, pierce: true });
  const texts = [];
  const collect = (node, within) => {
    if (['SCRIPT', 'STYLE', 'TITLE', 'NOSCRIPT'].includes(node.nodeName)) return;
    if (node.pseudoType || (node.nodeType === 3 && node.nodeValue.trim())) texts.push({ ...node, within });
    for (const inner of ['children', 'shadowRoots', 'pseudoElements'])
      for (const child of node[inner] ?? []) collect(child, node);
  };
  collect(root);
  const foreign = [];
  const look = async ({ nodeId, nodeValue, within, pseudoType }) => {
    const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
    const others = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
    if (others.length) foreign.push(`${within.nodeName} ${pseudoType ?? JSON.stringify(nodeValue.trim())}: ${others}`);
    return fonts.length;
  };
  const found = await Promise.all(texts.map(look));
  await tools.detach();
  assert.ok(found.some(Boolean), `${what} shows no text`);
  assert.deepEqual(foreign, [], `${what} has text in a face that is not ours`);
}

/** Fails if the page is wider than its window. */
export async function fits(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(over, 0, `${what} scrolls sideways`);
}

/** The layout shift so far. */
export const shifted = (page) => page.evaluate(() => window.shifts.reduce((sum, value) => sum + value, 0));

/** A picture for people to look at, where `SHOTS` names a folder. */
export async function shot(page, name) {
  if (!process.env.SHOTS) return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true });
}
