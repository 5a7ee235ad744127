export {
  type Comparison,
  type Condition,
  type ConditionValue,
  comparisons,
  evaluateCondition,
  listOperands,
  type OperandForm,
  printCondition,
  type ReadOperand,
} from './condition/condition.ts'
export { type ParsedCondition, parseCondition } from './condition/parse.ts'
export { AgentFlow, completions, type FlowReference, listFlowReferences, type ParsedFlow, parseFlow } from './flow.ts'
export { type Handoff, parseHandoff } from './handoff.ts'
export type { FlowLintScope } from './lint.ts'
export { hashBody, lintFlow } from './lint.ts'
export { type ActionStep, actionFailures } from './steps/action.ts'
export type { BranchStep } from './steps/branch.ts'
export type { CallStep } from './steps/call.ts'
export type { CollectStep } from './steps/collect.ts'
export type { EndStep } from './steps/end.ts'
export type { HandoffStep } from './steps/handoff.ts'
export { FlowStep, getStepKind, type StepKey, stepKinds } from './steps/index.ts'
export { getSayTemplateId, type SayStep } from './steps/say.ts'
export {
  bindablePersonFields,
  type Capability,
  capabilityTools,
  FlowSlot,
  type FlowTool,
  getCapability,
  isSlotPredicate,
  type PersonPath,
  parseFlowTool,
  parsePersonPath,
  readablePersonFields,
  type SlotPredicate,
  type SlotType,
  slotPredicates,
  slotTypes,
  type ToolKnowledge,
  toolNames,
} from './vocabulary.ts'
