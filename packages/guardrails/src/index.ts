export { type SendDecision, type GuardrailFacts, type SendBlockReason, type OpenHours, type GuardrailOrigin, guardrailOrigins } from './facts.ts'
export { findCapEnd, decideSend } from './guardrails.ts'
export { findNextOpening } from './hours.ts'
