import type { PathSegment } from '@parley/findings'
import type { z } from 'zod'
import type { Fault } from '../fault.ts'
import type { FlowSurroundings } from '../surroundings.ts'

export type ReferenceKind = 'template' | 'playbook' | 'integration' | 'peopleField'

/** Something of the agent that a flow names; the path begins where it was looked for. */
export type Reference = { kind: ReferenceKind; id: string; path: PathSegment[] }

/** Where the flow goes after a step: on to the next, to steps by their id, or out of the flow. */
export type Leads = { on: boolean; to: readonly string[]; out: boolean }

export type StepSurroundings = {
  slots: ReadonlySet<string>
  stepIds: ReadonlySet<string>
  around: FlowSurroundings
}

/** One kind of step: its shape, where it leads, what it names, and what can be wrong with it. */
export type StepKind<Key extends string, Step> = {
  key: Key
  schema: z.ZodType<Step>
  leads(step: Step): Leads
  references?(step: Step): Reference[]
  /** Names that the step reads or fills, slots among them. */
  mentions?(step: Step): string[]
  lint?(step: Step, within: StepSurroundings): Fault[]
}

export const goesOn: Leads = { on: true, to: [], out: false }
export const goesOut: Leads = { on: false, to: [], out: true }
