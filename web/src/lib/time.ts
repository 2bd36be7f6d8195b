/** Durations and times as people read them. */

/** `3:04:09`, or `4:09` below an hour. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const two = (number: number) => String(number).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `2 h 5 min`, where seconds do not matter. */
export function roughDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
}

const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const second = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const fine = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** `14:05`. */
export const timeOf = (at: number): string => time.format(at);
/** `14:05:09`. */
export const secondOf = (at: number): string => second.format(at);
/** `14:05:09.113`. */
export const clockOf = (at: number): string => fine.format(at);
/** `Nov 16, 2026`. */
export const dayOf = (at: number): string => day.format(at);
/** `Nov 16, 2026, 14:05:09`. */
export const momentOf = (at: number): string => `${dayOf(at)}, ${secondOf(at)}`;
