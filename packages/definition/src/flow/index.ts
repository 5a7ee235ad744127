export {
  type Comparison,
  type Condition,
  type ConditionValue,
  comparisons,
  operandsOf,
} from './condition/condition.ts'
export { evaluate } from './condition/evaluate.ts'
export { type ParsedCondition, parseCondition } from './condition/parse.ts'
export { printCondition } from './condition/print.ts'
export { AgentFlow, completions, type ParsedFlow, parseFlow } from './flow.ts'
export { type Handoff, readHandoff } from './handoff.ts'
export { bodyHash } from './lint/body.ts'
export { lintFlow } from './lint.ts'
export { bindablePersonFields, type PersonPath, readablePersonFields, readPersonPath } from './person-path.ts'
export { type FlowReference, flowReferences } from './references.ts'
export { FlowSlot, isSlotPredicate, type SlotPredicate, type SlotType, slotPredicates, slotTypes } from './slot.ts'
export { type ActionStep, actionFailures } from './steps/action.ts'
export type { BranchStep } from './steps/branch.ts'
export type { CallStep } from './steps/call.ts'
export type { CollectStep } from './steps/collect.ts'
export type { EndStep } from './steps/end.ts'
export type { HandoffStep } from './steps/handoff.ts'
export { FlowStep, kindOf, type StepKey, stepKinds } from './steps/index.ts'
export { type SayStep, templateSaid } from './steps/say.ts'
export type { FlowSurroundings } from './surroundings.ts'
export { type Capability, capabilityOf, capabilityTools, readTool, type Tool, toolNames } from './tools.ts'
