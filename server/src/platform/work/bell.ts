/** Wakes one sleeper; a ring while nobody sleeps is kept until it is cleared. */
export type WakeSignal = {
  notify(): void
  reset(): void
  readonly isSet: boolean
  /** Until the bell rings or the time is over. */
  wait(milliseconds?: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let rung = false
  let wakeUp = () => {}
  return {
    notify() {
      rung = true
      wakeUp()
    },
    reset() {
      rung = false
    },
    get isSet() {
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
