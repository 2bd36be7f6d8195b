import './faces.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';

/** The fonts of the first page, which `index.html` preloads; the others are fetched when there is time. */
const FIRST = ['400 1em "Croupier Sans"', '600 1em "Croupier Serif"', 'italic 600 1em "Croupier Serif"'];
const LATER = ['400 1em "Croupier Mono"'];
/** How long a page waits for its fonts, in milliseconds. Text laid out in another font would move. */
const PATIENCE = 800;

const load = (faces: string[]) => Promise.allSettled(faces.map((face) => document.fonts.load(face)));
await Promise.race([load(FIRST), new Promise((done) => setTimeout(done, PATIENCE))]);
mount(App, { target: document.body });
void load(LATER);
