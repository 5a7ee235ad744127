export { advance } from './advance.ts'
export { type DryRun, type DryRunOptions, dryRun } from './dry-run.ts'
export type {
  Advanced,
  Awaited,
  Choice,
  FlowEffect,
  FlowFrame,
  FlowInput,
  FlowNeed,
  FlowState,
  FlowWorld,
  Open,
  Question,
  Reading,
  SlotValue,
} from './engine.ts'
export { readAnswer, readYesNo, timesMeant } from './read/index.ts'
