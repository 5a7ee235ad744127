import type { TargetFile } from './targets/index.ts'

/** The target, the seed, and the duration of a search; with `input`, runs only that one. */
export type SearchJob = { file: TargetFile; name: string; seed: number; seconds: number; input?: string }
export type SearchThreadData = SearchJob & { current: SharedArrayBuffer }

const maxInputLength = 20_000
export const sharedBytes = 16 + 2 * maxInputLength

/** The current input in memory shared by two threads: when it started, its length, and its characters. */
export function createSharedInput(buffer: SharedArrayBuffer) {
  const [startTimes, lengths] = [new Float64Array(buffer, 0, 1), new Int32Array(buffer, 8, 1)]
  const characters = new Uint16Array(buffer, 16)
  const now = () => performance.timeOrigin + performance.now()
  return {
    start(input: string): void {
      lengths[0] = Math.min(input.length, maxInputLength)
      for (let index = 0; index < lengths[0]; index++) characters[index] = input.charCodeAt(index)
      startTimes[0] = now()
    },
    finish(): void {
      startTimes[0] = 0
    },
    /** How long the current input has been running. Reads the start once: the other thread may clear it meanwhile. */
    elapsedMilliseconds(): number {
      const [startedAt] = startTimes
      return startedAt ? now() - startedAt : 0
    },
    read: (): string =>
      Array.from(characters.subarray(0, lengths[0]), (character) => String.fromCharCode(character)).join(''),
  }
}
