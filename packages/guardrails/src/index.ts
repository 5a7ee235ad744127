export { type Decision, type Facts, type Hindrance, type Hours, type Origin, origins } from './facts.ts'
export { cappedUntil, decide } from './guardrails.ts'
export { hoursOpenFrom } from './hours.ts'
