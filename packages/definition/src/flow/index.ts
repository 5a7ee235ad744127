export {
  type Comparison,
  type Condition,
  type ConditionValue,
  comparisons,
  listOperands,
} from './condition/condition.ts'
export { evaluateCondition } from './condition/condition.ts'
export { type ParsedCondition, parseCondition } from './condition/parse.ts'
export { printCondition } from './condition/condition.ts'
export { AgentFlow, completions, type ParsedFlow, parseFlow } from './flow.ts'
export { type Handoff, parseHandoff } from './handoff.ts'
export { bodyHash } from './lint.ts'
export { lintFlow } from './lint.ts'
export type { FlowLintScope } from './lint.ts'
export { bindablePersonFields, type PersonPath, parsePersonPath, readablePersonFields } from './slot.ts'
export { type FlowReference, flowReferences } from './flow.ts'
export { FlowSlot, isSlotPredicate, type SlotPredicate, type SlotType, slotPredicates, slotTypes } from './slot.ts'
export { type ActionStep, actionFailures } from './steps/action.ts'
export type { BranchStep } from './steps/branch.ts'
export type { CallStep } from './steps/call.ts'
export type { CollectStep } from './steps/collect.ts'
export type { EndStep } from './steps/end.ts'
export type { HandoffStep } from './steps/handoff.ts'
export { FlowStep, getStepKind, type StepKey, stepKinds } from './steps/index.ts'
export { getSayTemplateId, type SayStep } from './steps/say.ts'
export { type Capability, capabilityTools, type FlowTool, getCapability, parseFlowTool, toolNames } from './slot.ts'
