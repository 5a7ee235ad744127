import type { TargetFile } from './targets/index.ts'

/** The target, the seed, and the duration of a search; with `input`, runs only that one. */
export type SearchJob = { file: TargetFile; name: string; seed: number; seconds: number; input?: string }
export type SearchThreadData = SearchJob & { current: SharedArrayBuffer }

const maxInputLength = 20_000
export const sharedBytes = 16 + 2 * maxInputLength

/** The current input in memory shared by two threads: when it started, its length, and its characters. */
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
    rests(): void {
      times[0] = 0
    },
    /** How long the current input has been running. Reads the start once: the other thread may clear it meanwhile. */
    milliseconds(): number {
      const [begunAt] = times
      return begunAt ? now() - begunAt : 0
    },
    input: (): string => Array.from(letters.subarray(0, lengths[0]), (letter) => String.fromCharCode(letter)).join(''),
  }
}
