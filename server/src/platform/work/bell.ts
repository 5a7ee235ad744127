/** Wakes one sleeper; a ring while nobody sleeps is kept until it is cleared. */
export type Bell = {
  ring(): void
  clear(): void
  readonly rung: boolean
  /** Until the bell rings or the time is over. */
  wait(milliseconds?: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wakeUp = () => {}
  return {
    ring() {
      rung = true
      wakeUp()
    },
    clear() {
      rung = false
    },
    get rung() {
      return rung
    },
    wait(milliseconds) {
      if (rung) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
