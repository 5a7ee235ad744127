import type { Io } from '../io.ts'
import { clearLine } from '../text/clear-line.ts'

/** Shows how something gets on: a bar on a terminal, now and then a line elsewhere. */
export type Show<T> = { seen(state: T): void; end(): void }

/** How it is told. */
export type Drawing<T> = {
  /** One line that is drawn anew whenever something has changed. */
  bar(state: T, at: { columns: number; seconds: number }): string
  /** The same, where lines stay: said now and then, if it is another one. */
  line(state: T): string
  /** Why nothing goes on, and the like: told once, when it begins. */
  notice(state: T): string | undefined
}

type World = Pick<Io, 'columns' | 'err' | 'now'>

const quietMilliseconds = 10_000

export function showOn<T>(io: World, say: (line: string) => void, drawing: Drawing<T>): Show<T> {
  const bar = io.columns() === undefined ? linesBy(io, say, drawing) : barOn(io, drawing)
  let last: string | undefined
  return {
    seen(state) {
      const notice = drawing.notice(state)
      if (notice !== undefined && notice !== last) {
        bar.end()
        say(notice)
      }
      last = notice
      bar.seen(state)
    },
    end: bar.end,
  }
}

function barOn<T>(io: World, { bar }: Drawing<T>): Show<T> {
  const begunAt = io.now()
  let drawn = false
  return {
    seen(state) {
      drawn = true
      io.err(clearLine + bar(state, { columns: io.columns() ?? 80, seconds: (io.now() - begunAt) / 1000 }))
    },
    end() {
      if (drawn) io.err(clearLine)
      drawn = false
    },
  }
}

function linesBy<T>(io: World, say: (line: string) => void, { line }: Drawing<T>): Show<T> {
  let saidAt = io.now()
  let said: string | undefined
  return {
    seen(state) {
      const now = line(state)
      said ??= now
      if (now === said || io.now() - saidAt < quietMilliseconds) return
      said = now
      saidAt = io.now()
      say(now)
    },
    end() {},
  }
}
