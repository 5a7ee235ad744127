import type { Choice } from '../engine.ts'
import type { Run } from '../run.ts'

/** What a reader must know besides the reply. */
export type About = { now: string; timezone: string; country?: string; offered?: Choice[] }

export function about({ world: { now, timezone, country } }: Run, offered?: Choice[]): About {
  return { now, timezone, ...(country !== undefined && { country }), ...(offered && { offered }) }
}
