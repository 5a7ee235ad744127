import type { Io } from '../io.ts'
import { clearLine } from '../text/paint.ts'

/** Shows progress: a bar on a terminal, an occasional line elsewhere. */
export type ProgressDisplay<T> = { update(state: T): void; end(): void }

export type ProgressFormat<T> = {
  /** One line, redrawn on every change. */
  bar(state: T, at: { columns: number; seconds: number }): string
  /** For output that is not a terminal: printed now and then, if it changed. */
  line(state: T): string
  /** A notice, such as why there is no progress; printed once, when it first applies. */
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
