import type { Io } from '../../io.ts'
import { pauseLine, progressBar, tallyOf } from './progress.ts'
import { doneOf, type Run } from './run.ts'

/** Shows how a run gets on: a bar on a terminal, now and then a line elsewhere. */
export type Show = { seen(run: Run): void; end(): void }

const quietMilliseconds = 10_000
const clearLine = '\r\u001b[2K'

export function showOn(io: Io, say: (line: string) => void): Show {
  const notices = noticesOf()
  const onTerminal = io.columns() !== undefined
  const bar = onTerminal ? barOn(io) : linesBy(io, say)
  return {
    seen(run) {
      const notice = notices(run)
      if (notice) {
        bar.end()
        say(notice)
      }
      bar.seen(run)
    },
    end: bar.end,
  }
}

/** A pause is told once. */
function noticesOf(): (run: Run) => string | undefined {
  let last: string | undefined
  return (run) => {
    const notice = pauseLine(run)
    const isNew = notice !== last
    last = notice
    return isNew ? notice : undefined
  }
}

function barOn(io: Io): Show {
  const begunAt = io.now()
  let drawn = false
  return {
    seen(run) {
      drawn = true
      io.err(clearLine + progressBar(run, { columns: io.columns() ?? 80, seconds: (io.now() - begunAt) / 1000 }))
    },
    end() {
      if (drawn) io.err(clearLine)
      drawn = false
    },
  }
}

function linesBy(io: Io, say: (line: string) => void): Show {
  let saidAt = io.now()
  let said = 0
  return {
    seen(run) {
      const done = doneOf(run.counts)
      if (done === said || io.now() - saidAt < quietMilliseconds) return
      said = done
      saidAt = io.now()
      say(tallyOf(run))
    },
    end() {},
  }
}
