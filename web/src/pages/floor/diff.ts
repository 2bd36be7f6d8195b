/** Two texts compared line by line. */
export interface Changed {
  text: string;
  /** Whether the line is added; otherwise it is removed. */
  comes: boolean;
}

/** The removed and added lines between two texts, in order, without blank lines. */
export function difference(before: string, after: string): Changed[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  // The length of the longest common subsequence of the rests from two lines on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  const at = (one: number, other: number) => common[one]?.[other] ?? 0;
  for (let one = old.length - 1; one >= 0; one--) {
    for (let other = fresh.length - 1; other >= 0; other--) {
      const row = common[one];
      if (row)
        row[other] =
          old[one] === fresh[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const changed: Changed[] = [];
  for (let [one, other] = [0, 0]; one < old.length || other < fresh.length;) {
    if (one < old.length && other < fresh.length && old[one] === fresh[other]) [one, other] = [one + 1, other + 1];
    else if (other === fresh.length || (one < old.length && at(one + 1, other) >= at(one, other + 1)))
      changed.push({ text: old[one++] ?? '', comes: false });
    else changed.push({ text: fresh[other++] ?? '', comes: true });
  }
  return changed.filter(({ text }) => text.trim());
}
