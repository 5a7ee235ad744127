import { displayWidth } from './width.ts'

/** A line and its display width, without its color codes. */
export type Cell = { text: string; width: number }

export const createCell = (text: string, paint: (text: string) => string = (same) => same): Cell => ({
  text: paint(text),
  width: displayWidth(text),
})

/** Columns taken by a frame: two sides and a space inside each. */
export const frameColumns = 4

/** Draws each content in a frame, side by side, as many as fit; all frames have the same size, as on a phone. */
export function drawBoxes(contents: readonly (readonly Cell[])[], { inner, columns }: Size): string[] {
  const height = Math.max(0, ...contents.map(({ length }) => length))
  const framed = contents.map((lines) => drawFrame(lines, inner, height))
  const across = Math.max(1, Math.floor((columns + 1) / (inner + frameColumns + 1)))
  const rows = Array.from({ length: Math.ceil(framed.length / across) }, (_, at) =>
    framed.slice(at * across, (at + 1) * across),
  )
  return rows.flatMap(([first = [], ...others]) =>
    first.map((line, at) => [line, ...others.map((other) => other[at])].join(' ')),
  )
}

type Size = { inner: number; columns: number }

function drawFrame(lines: readonly Cell[], inner: number, height: number): string[] {
  const rule = '─'.repeat(inner + 2)
  const rows = Array.from({ length: height }, (_, at) => `│ ${padded(lines[at], inner)} │`)
  return [`┌${rule}┐`, ...rows, `└${rule}┘`]
}

const padded = (line: Cell | undefined, columns: number): string =>
  (line?.text ?? '') + ' '.repeat(Math.max(0, columns - (line?.width ?? 0)))
