export { advance } from './advance.ts'
export { type DryRun, type DryRunOptions, dryRun } from './dry-run.ts'
export type {
  AdvanceResult,
  PendingRequest,
  FlowChoice,
  FlowEffect,
  FlowFrame,
  FlowInput,
  FlowRequest,
  FlowState,
  FlowWorld,
  OpenQuestion,
  FlowQuestion,
  ModelReading,
  SlotValue,
} from './engine.ts'
export { readSlotAnswer, readYesNo, findMeantTimes } from './read/index.ts'
