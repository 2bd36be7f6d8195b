/**
 * The fonts of the pages, reduced to the characters in use.
 *
 * Pages with the fonts of a machine look and measure differently on each. So the fonts come with the pages:
 * open-licensed ones from npm, of which only the characters and weights in use are written to `src/faces` before a
 * build. `src/faces.css` declares them; `tests/browser/fonts.test.js` fails on a character that none of them has.
 */
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(HERE, 'src/faces');

const between = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, place) => first + place));
const ASCII = between(0x20, 0x7e);
/** The characters of English, prices and West European names. */
const LATIN = `${ASCII}${between(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…‹›€™−`;
/** The rest of Latin, in files that are fetched only where a name needs them. */
const EXTENDED = between(0x100, 0x17f).replace(/[ŒœŸ]/g, '') + 'ȘșȚț';
/** The characters of inscriptions. */
const ITALIC = `${ASCII}·×§½–—‘’“”…`;
const SIGNS = '∞←↑→↓○●★✓✗';

const SERIF = '@fontsource-variable/source-serif-4/files/source-serif-4';
const SUITS = '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2';
const MONO = '@fontsource-variable/source-code-pro/files/source-code-pro';
/** The optical size for headings and card indices: narrower and finer than for text, and clear at 12 pixels. */
const HEADING = { opsz: 20, wght: { min: 600, max: 700 } };
const TEXT = { opsz: 14, wght: { min: 400, max: 700 } };

/** By file name: the source of a font, and the characters to keep. */
const FACES = {
  sans: { from: 'inter-ui/variable/InterVariable.woff2', keep: LATIN + SIGNS, axes: TEXT },
  'sans-extended': { from: 'inter-ui/variable/InterVariable.woff2', keep: EXTENDED, axes: TEXT },
  serif: { from: `${SERIF}-latin-opsz-normal.woff2`, keep: LATIN, axes: HEADING },
  'serif-italic': { from: `${SERIF}-latin-opsz-italic.woff2`, keep: ITALIC, axes: { opsz: 20, wght: 600 } },
  'serif-extended': { from: `${SERIF}-latin-ext-opsz-normal.woff2`, keep: EXTENDED, axes: HEADING },
  mono: { from: `${MONO}-latin-wght-normal.woff2`, keep: LATIN, axes: { wght: TEXT.wght } },
  suits: { from: SUITS, keep: '♠♣♥♦◐' },
};
/** Copyright and licence, which the licences require to be kept. */
const NAMES = [0, 13, 14];
/** Kerning, figures of one width, and what accents need. */
const FEATURES = ['kern', 'tnum', 'lnum', 'mark', 'mkmk', 'ccmp', 'locl', 'calt'];

/** Writes every font that is missing or older than its sources. */
export async function cutFaces() {
  const require = createRequire(import.meta.url);
  const made = Math.max(...['faces.js', 'package-lock.json'].map((name) => statSync(join(HERE, name)).mtimeMs));
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, { from, keep, axes }] of Object.entries(FACES)) {
    const file = join(FOLDER, `${name}.woff2`);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > made) continue;
    const whole = readFileSync(require.resolve(from));
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES, preserveNameIds: NAMES, variationAxes: axes };
    writeFileSync(file, await subset(whole, keep, options));
  }
}

/** The licences of the fonts, each once. */
function licences() {
  const packages = new Set(Object.values(FACES).map(({ from }) => /^(@[^/]+\/)?[^/]+/.exec(from)[0]));
  const texts = [...packages].map((name) => {
    const folder = join(HERE, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Writes the fonts before a build, and their licences beside the pages. */
export const faces = () => ({
  name: 'faces',
  buildStart: cutFaces,
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'faces.txt', source: licences() });
  },
});
