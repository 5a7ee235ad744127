/** Wakes one sleeper; a ring while nobody sleeps is kept until it is cleared. */
export type WakeSignal = {
  notify(): void
  reset(): void
  readonly isSet: boolean
  /** Until the bell rings or the time is over. */
  wait(milliseconds?: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isSet = false
  let wakeUp = () => {}
  return {
    notify() {
      isSet = true
      wakeUp()
    },
    reset() {
      isSet = false
    },
    get isSet() {
      return isSet
    },
    wait(milliseconds) {
      if (isSet) return Promise.resolve()
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
