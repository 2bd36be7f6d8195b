/** The program alone: copied away from the repository, it shows its pages to a browser at the address it prints. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PROGRAM, launch, startHouse, visit } from './harness.js';

const folder = mkdtempSync(join(tmpdir(), 'croupier-alone-'));
const copy = join(folder, 'croupier');
copyFileSync(PROGRAM, copy);
const browser = await launch();
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const host of ['127.0.0.1', '0.0.0.0', '[::1]']) {
  test(`the address that a house on ${host} prints opens the pages, and a guest finds a table`, async () => {
    const house = await startHouse({}, { host, copy, folder: join(folder, host.replaceAll(/\W/g, '-')) });
    try {
      const page = await visit({ house, browser }, { path: null });
      const lost = [];
      const packed = new Set();
      page.on('response', (answer) => {
        if (answer.status() >= 400) lost.push(`${answer.status()} ${answer.url()}`);
        packed.add(answer.headers()['content-encoding']);
      });
      // Typed into the bar, not found by the tests' own way.
      await page.goto(`${house.address}/`);
      await page.getByRole('article').nth(4).waitFor();
      await page.getByRole('article', { name: 'Crazy 4 Poker' }).getByRole('button', { name: 'Sit down' }).click();
      await page.getByText('Choose an open seat to play.').waitFor();
      await page.getByRole('button', { name: 'Sit down at seat 3' }).click();
      await page.locator('[data-do="buy"]').click();
      await page.locator('.purse').getByText('$500').waitFor();
      await page.reload();
      await page.locator('section.own').waitFor();
      assert.deepEqual(lost, []);
      assert.ok(packed.has('br') || packed.has('gzip'), 'the pages come compressed');
      assert.deepEqual(page.faults, []);
      await page.context().close();
    } finally {
      await house.stop('SIGKILL');
    }
  });
}

test('the program contains the pages that were built last', async () => {
  const house = await startHouse({}, { copy, folder: join(folder, 'last') });
  try {
    const answer = await fetch(`${house.address}/`);
    assert.equal(await answer.text(), readFileSync('dist/index.html', 'utf8'), 'build the program after the pages');
  } finally {
    await house.stop('SIGKILL');
  }
});
