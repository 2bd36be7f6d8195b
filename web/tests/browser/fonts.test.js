/**
 * The pages look and measure alike on every machine: their type comes with them, and the fonts of the machine are not
 * asked.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { guest, launch, open, ours, visit } from './harness.js';

const place = await open();

/** Every character beyond ASCII that stands in the sources of the pages. */
function written() {
  const files = readdirSync('src', { recursive: true }).filter(
    (name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.d.ts'),
  );
  return [...new Set(files.flatMap((name) => [...readFileSync(join('src', name), 'utf8')]))]
    .filter((letter) => letter > '~')
    .sort();
}

test('every character of the pages is in their fonts, in each family and weight', async () => {
  const page = await visit(place);
  const letters = [
    ...written(),
    ...'§½ŁłŞőÉèñü',
    '²',
    ...Array.from({ length: 95 }, (_, place) => String.fromCodePoint(32 + place)),
  ];
  assert.ok(letters.includes('♠') && letters.includes('✓'), 'the sources are read');
  const faces = [
    '400 1em var(--sans)',
    '700 1em var(--sans)',
    '600 1em var(--serif)',
    '700 1em var(--serif)',
    'italic 600 1em var(--serif)',
    '400 1em var(--mono)',
    '600 1em var(--mono)',
  ];
  await page.evaluate(
    ([faces, letters]) => {
      document.body.replaceChildren(
        ...faces.flatMap((font) =>
          letters.map((letter) =>
            Object.assign(document.createElement('p'), { textContent: letter, style: `font: ${font}` }),
          ),
        ),
      );
    },
    [faces, letters],
  );
  await ours(page, 'a page of all characters');
  // And the test can fail: no machine's own face is ours.
  await page.evaluate(() =>
    document.body.append(
      Object.assign(document.createElement('p'), { textContent: 'machine', style: 'font: 1em sans-serif' }),
    ),
  );
  await assert.rejects(ours(page, 'a page with one face of the machine'), /not ours/);
});

test('pages without a game use our fonts too', async () => {
  const page = await visit(place, { path: null });
  for (const [path, there] of [
    ['/parts', 'main .page'],
    ['/odds', 'main .page'],
    ['/verify', 'main .page'],
    ['/nowhere', 'h1'],
  ]) {
    await page.goto(path);
    await page.locator(there).first().waitFor();
    await ours(page, path);
  }
  assert.deepEqual(page.faults, []);
});

test('a machine without fonts shows every page in the same places as this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-fonts-'));
  mkdirSync(join(folder, 'none'));
  const configuration = join(folder, 'fonts.conf');
  writeFileSync(
    configuration,
    `<?xml version="1.0"?><fontconfig><dir>${folder}/none</dir><cachedir>${folder}</cachedir></fontconfig>`,
  );
  const bare = await launch({ ...process.env, FONTCONFIG_FILE: configuration });
  after(async () => {
    await bare.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const places = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.tagName} ${[x, y, width, height].map((measure) => measure.toFixed(1))}`;
      }),
    );
  for (const size of ['phone', 'desktop']) {
    const measured = [];
    for (const browser of [place.browser, bare]) {
      const page = await visit({ ...place, browser }, { size, path: null, reducedMotion: 'reduce' });
      const found = [];
      for (const [path, there] of [
        ['/', '[data-table="5"]'],
        ['/sign-in', 'form'],
        ['/parts', 'main .page'],
      ]) {
        await page.goto(path);
        await page.locator(there).first().waitFor();
        await page.waitForTimeout(300);
        found.push(...(await places(page)));
      }
      await guest(page);
      await page.goto('/tables/4');
      await page.getByText('Choose an open seat to play.').waitFor();
      found.push(...(await places(page)));
      measured.push(found);
      await page.context().close();
    }
    assert.ok(measured[0].length > 500, `${measured[0].length} elements`);
    assert.deepEqual(measured[1], measured[0], size);
  }
});
