import type { z } from 'zod'
import { createVariantSchema } from '../variant-schema.ts'
import { type ActionStep, actionStepKind } from './action.ts'
import { type BranchStep, branchStepKind } from './branch.ts'
import { type CallStep, callStepKind } from './call.ts'
import { type CollectStep, collectStepKind } from './collect.ts'
import { type EndStep, endStepKind } from './end.ts'
import { type HandoffStep, handoffStepKind } from './handoff.ts'
import type { StepKind } from './kind.ts'
import { type SayStep, sayStepKind } from './say.ts'

export const stepKinds = [
  collectStepKind,
  sayStepKind,
  actionStepKind,
  branchStepKind,
  callStepKind,
  handoffStepKind,
  endStepKind,
] as const
export type StepKey = (typeof stepKinds)[number]['key']

export type FlowStep = CollectStep | SayStep | ActionStep | BranchStep | CallStep | HandoffStep | EndStep

const keys: readonly string[] = stepKinds.map(({ key }) => key)

/** Returns the kind of a step, determined by the single kind key that it has. */
export function getStepKind(step: FlowStep): StepKind<StepKey, FlowStep> {
  return stepKinds.find(({ key }) => key in step) as StepKind<StepKey, FlowStep>
}

const schemas = stepKinds.map(({ schema }): z.ZodType<FlowStep> => schema)

export const FlowStep = createVariantSchema(schemas, (value) => {
  const named = typeof value === 'object' && value !== null ? keys.filter((key) => Object.hasOwn(value, key)) : []
  const schema = named.length === 1 ? schemas[keys.indexOf(named[0] ?? '')] : undefined
  return schema ?? `must have exactly one of ${keys.join(', ')}, but has ${named.join(' and ') || 'none'}`
}).meta({ id: 'FlowStep' })
