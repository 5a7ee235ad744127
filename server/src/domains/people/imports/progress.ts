import type { World } from '../../../platform/world.ts'
import type { SoFar } from './queries.ts'

export type Progress = {
  /** Tells how far the import has come, unless it was told just now. */
  note(soFar: SoFar): void
  /** Waits for what is still being told. */
  settled(): Promise<void>
}

const pauseMilliseconds = 500

/** What is told goes past the transaction of the import; whether it gets there makes no difference to the import. */
export function progressOf(tell: (soFar: SoFar) => Promise<void>, world: World): Progress {
  let telling: Promise<void> | undefined
  let toldAt = world.now().getTime()
  return {
    note(soFar) {
      const now = world.now().getTime()
      if (telling || now - toldAt < pauseMilliseconds) return
      toldAt = now
      telling = tell(soFar)
        .catch(() => {})
        .finally(() => {
          telling = undefined
        })
    },
    async settled() {
      await telling
    },
  }
}
