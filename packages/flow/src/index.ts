export { advance } from './advance.ts'
export { type DryRun, type DryRunOptions, dryRun } from './dry-run.ts'
export type {
  AdvanceResult,
  FlowChoice,
  FlowEffect,
  FlowFrame,
  FlowInput,
  FlowQuestion,
  FlowRequest,
  FlowState,
  FlowWorld,
  ModelReading,
  OpenQuestion,
  PendingRequest,
  SlotValue,
} from './engine.ts'
export { findMeantTimes, readSlotAnswer, readYesNo } from './read/index.ts'
