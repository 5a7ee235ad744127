// Loaded before Parley (`--import`): shifts its clock by the number of milliseconds in CLOCK_FILE, which it polls.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE as string
const RealDate = Date
let offset = 0

function readOffset(): void {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // The file does not exist until a scenario moves the clock.
  }
}

class ShiftedDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...(args as [number]))
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}

readOffset()
setInterval(readOffset, 200).unref()
globalThis.Date = ShiftedDate as DateConstructor
