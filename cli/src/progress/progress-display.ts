import type { Io } from '../io.ts'
import { clearLine } from '../text/clear-line.ts'

/** Shows how something gets on: a bar on a terminal, now and then a line elsewhere. */
export type ProgressDisplay<T> = { update(state: T): void; end(): void }

/** How it is told. */
export type ProgressFormat<T> = {
  /** One line that is drawn anew whenever something has changed. */
  bar(state: T, at: { columns: number; seconds: number }): string
  /** The same, where lines stay: said now and then, if it is another one. */
  line(state: T): string
  /** Why nothing goes on, and the like: told once, when it begins. */
  notice(state: T): string | undefined
}

type DisplayIo = Pick<Io, 'columns' | 'err' | 'now'>

const lineIntervalMilliseconds = 10_000

export function createProgressDisplay<T>(
  io: DisplayIo,
  print: (line: string) => void,
  drawing: ProgressFormat<T>,
): ProgressDisplay<T> {
  const bar = io.columns() === undefined ? createLineDisplay(io, print, drawing) : createBarDisplay(io, drawing)
  let last: string | undefined
  return {
    update(state) {
      const notice = drawing.notice(state)
      if (notice !== undefined && notice !== last) {
        bar.end()
        print(notice)
      }
      last = notice
      bar.update(state)
    },
    end: bar.end,
  }
}

function createBarDisplay<T>(io: DisplayIo, { bar }: ProgressFormat<T>): ProgressDisplay<T> {
  const begunAt = io.now()
  let drawn = false
  return {
    update(state) {
      drawn = true
      io.err(clearLine + bar(state, { columns: io.columns() ?? 80, seconds: (io.now() - begunAt) / 1000 }))
    },
    end() {
      if (drawn) io.err(clearLine)
      drawn = false
    },
  }
}

function createLineDisplay<T>(
  io: DisplayIo,
  print: (line: string) => void,
  { line }: ProgressFormat<T>,
): ProgressDisplay<T> {
  let saidAt = io.now()
  let printed: string | undefined
  return {
    update(state) {
      const now = line(state)
      printed ??= now
      if (now === printed || io.now() - saidAt < lineIntervalMilliseconds) return
      printed = now
      saidAt = io.now()
      print(now)
    },
    end() {},
  }
}
