import type { TargetFile } from './targets/index.ts'

/** What is to be searched, from which seed, for how long; with an input, that one alone. */
export type SearchJob = { file: TargetFile; name: string; seed: number; seconds: number; input?: string }
/** What a thread that searches is given. */
export type SearchThreadData = SearchJob & { current: SharedArrayBuffer }

const maxInputLength = 20_000
export const sharedBytes = 16 + 2 * maxInputLength

/** What is tried just now, where two threads see it: when it was begun, how long it is, and its letters. */
export function sharedInput(buffer: SharedArrayBuffer) {
  const [times, lengths] = [new Float64Array(buffer, 0, 1), new Int32Array(buffer, 8, 1)]
  const letters = new Uint16Array(buffer, 16)
  const now = () => performance.timeOrigin + performance.now()
  return {
    trying(input: string): void {
      lengths[0] = Math.min(input.length, maxInputLength)
      for (let at = 0; at < lengths[0]; at++) letters[at] = input.charCodeAt(at)
      times[0] = now()
    },
    /** Nothing is tried just now. */
    rests(): void {
      times[0] = 0
    },
    /** How long it has been tried. Read once: the other thread may come to rest in between. */
    milliseconds(): number {
      const [begunAt] = times
      return begunAt ? now() - begunAt : 0
    },
    input: (): string => Array.from(letters.subarray(0, lengths[0]), (letter) => String.fromCharCode(letter)).join(''),
  }
}
