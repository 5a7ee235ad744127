import type { FlowChoice } from '../engine.ts'
import type { SlotReadContext } from '../read/index.ts'
import type { FlowRun } from '../run.ts'

/** The data that a reader needs besides the reply. */
export function createAnswerContext({ world }: Pick<FlowRun, 'world'>, offered?: FlowChoice[]): SlotReadContext {
  const { now, timezone, country, locations } = world
  return {
    now,
    timezone,
    ...(country !== undefined && { country }),
    ...(locations && { locations }),
    ...(offered && { offered }),
  }
}
