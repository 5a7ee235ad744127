export { checkCase, checkTurns } from './checks/check-case.ts'
export { type AgentCoverage, CoverageCounter, type CoveredTurn } from './coverage.ts'
export {
  type ActingTurn,
  type CaseTurn,
  Directive,
  isWait,
  type MissingTarget,
  maxWaitMinutes,
  type PersonAction,
  resolveDirective,
  toActionInput,
  type VisibleMessage,
} from './directive.ts'
export {
  CaseDocument,
  estimateCase,
  maxTurnsPerCase,
  platformLimits,
  Scenario,
  toUnits,
  weighTokens,
} from './document.ts'
export { type Checks, type Criterion, partKinds, type TurnCheck } from './expect.ts'
export { type AttackPack, attackPacks, generateAttackCases } from './generate/attacks.ts'
export { generateExampleCases } from './generate/examples.ts'
export { generateFactCases } from './generate/facts.ts'
export { createPreset } from './generate/preset.ts'
export { createCaseLinter } from './lint/linter.ts'
export type { CaseObservation, CheckVerdict, ObservedMessage, ObservedTurn } from './observed.ts'
export { type Preset, presetShape } from './preset.ts'
export { matchProductInterest } from './product-interest.ts'
export { readCase } from './read/read-case.ts'
export { FailingStub, OrderedStub, takeFromStub } from './stub.ts'
