import type { PathSegment } from '@parley/findings'
import type { z } from 'zod'
import type { FlowFault } from '../fault.ts'
import type { FlowLintScope } from '../lint-scope.ts'

export type ReferenceKind = 'template' | 'playbook' | 'integration' | 'peopleField'

/** Something of the agent that a flow names; the path begins where it was looked for. */
export type StepReference = { kind: ReferenceKind; id: string; path: PathSegment[] }

/** Where the flow goes after a step: on to the next, to steps by their id, or out of the flow. */
export type StepExits = { on: boolean; to: readonly string[]; out: boolean }

export type StepLintScope = {
  slots: ReadonlySet<string>
  stepIds: ReadonlySet<string>
  around: FlowLintScope
}

/** One kind of step: its shape, where it leads, what it names, and what can be wrong with it. */
export type StepKind<Key extends string, Step> = {
  key: Key
  schema: z.ZodType<Step>
  exits(step: Step): StepExits
  references?(step: Step): StepReference[]
  /** Names that the step reads or fills, slots among them. */
  mentions?(step: Step): string[]
  lint?(step: Step, within: StepLintScope): FlowFault[]
}

export const continuesToNext: StepExits = { on: true, to: [], out: false }
export const leavesFlow: StepExits = { on: false, to: [], out: true }
