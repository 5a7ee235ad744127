// Loaded before Parley (`--import`): shifts its clock by the number of milliseconds in CLOCK_FILE, which it polls.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE as string
const RealDate = Date
let offset = 0

function look(): void {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // The file does not exist until a scenario moves the clock.
  }
}

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}

look()
setInterval(look, 200).unref()
globalThis.Date = MovedDate as DateConstructor
