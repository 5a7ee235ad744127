import type { World } from '../../../platform/world.ts'
import type { ImportProgress } from './queries.ts'

export type ProgressReporter = {
  /** Tells how far the import has come, unless it was told just now. */
  report(soFar: ImportProgress): void
  /** Waits for what is still being told. */
  flush(): Promise<void>
}

const intervalMilliseconds = 500

/** What is told goes past the transaction of the import; whether it gets there makes no difference to the import. */
export function createProgressReporter(tell: (soFar: ImportProgress) => Promise<void>, world: World): ProgressReporter {
  let telling: Promise<void> | undefined
  let toldAt = world.now().getTime()
  return {
    report(soFar) {
      const now = world.now().getTime()
      if (telling || now - toldAt < intervalMilliseconds) return
      toldAt = now
      telling = tell(soFar)
        .catch(() => {})
        .finally(() => {
          telling = undefined
        })
    },
    async flush() {
      await telling
    },
  }
}
