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
  StepPosition,
} from './engine.ts'
export { type Manner, manners } from './player/manners.ts'
export { createPlayer, type Player, type PlayerProfile, type PlayerView } from './player/player.ts'
export { createRandom } from './player/random.ts'
export { findMeantTimes, readSlotAnswer, readYesNo } from './read/index.ts'
export type { VerifierTurn } from './verify/answers.ts'
export {
  type Counterexample,
  type VerificationCode,
  type VerificationFinding,
  verificationCodes,
} from './verify/findings.ts'
export { readStranger } from './verify/person.ts'
export { coverFlow, type FlowVerification, FlowVerifier, verifyFlow } from './verify/verify.ts'
export type { FlowWay } from './verify/ways.ts'
