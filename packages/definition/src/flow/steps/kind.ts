import type { PathSegment } from '@parley/findings'
import type { z } from 'zod'
import type { FlowFault } from '../fault.ts'
import type { FlowLintScope } from '../lint.ts'

export type ReferenceKind = 'template' | 'playbook' | 'integration' | 'peopleField' | 'location'

/** A reference to another part of the agent; the path is relative to the element searched. */
export type StepReference = { kind: ReferenceKind; id: string; path: PathSegment[] }

/** The possible continuations after a step: at the next step, at steps by id, or outside the flow. */
export type StepExits = { on: boolean; to: readonly string[]; out: boolean }

export type StepLintScope = {
  slots: ReadonlySet<string>
  stepIds: ReadonlySet<string>
  around: FlowLintScope
}

/** One kind of step: its schema, exits, references and lint rules. */
export type StepKind<Key extends string, Step> = {
  key: Key
  schema: z.ZodType<Step>
  exits(step: Step): StepExits
  references?(step: Step): StepReference[]
  /** Names that the step reads or fills, including slots. */
  mentions?(step: Step): string[]
  lint?(step: Step, within: StepLintScope): FlowFault[]
}

export const continuesToNext: StepExits = { on: true, to: [], out: false }
export const leavesFlow: StepExits = { on: false, to: [], out: true }
