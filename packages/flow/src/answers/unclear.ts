import type { FlowSlot } from '@parley/definition'
import type { FlowRequest, OpenQuestion } from '../engine.ts'
import { buildQuestion, repeatQuestion } from '../question.ts'
import { normalizeForMatching } from '../read/words/reply-wording.ts'
import { endBecauseMissing, type FlowRun, findSlot, flowEnded, getFrame, handoffToHuman, setPending } from '../run.ts'
import { listSlotLocations } from '../slots/locations.ts'
import { isOptional, skipSlot } from '../slots/store.ts'

/**
 * For a free-text question, a reply counts as an aside only if it is nothing else, because it may as well be the
 * answer.
 */
type AsideStrictness = 'nothing else' | 'anywhere'

/** Detects that the person wants to stop, or to talk to a human. */
export function detectAside(
  run: FlowRun,
  open: OpenQuestion,
  text: string,
  strictness: AsideStrictness,
): FlowRequest | undefined {
  if (text.length > maxLength) return undefined
  const question = buildQuestion(run, open)?.text ?? ''
  if (
    asksForPerson(text, strictness) &&
    (strictness === 'anywhere' || !/\b(?:who|whom|talk|speak)\b/i.test(question))
  ) {
    run.trace.push('asked for a person')
    return handoffToHuman
  }
  if (!wantsToLeave(text, strictness) || (/cancel/i.test(text) && /cancel/i.test(question))) return undefined
  run.trace.push('left')
  run.effects.push({ kind: 'say', text: 'All right, let’s leave it there.' })
  return flowEnded
}

const maxLength = 200

const person = '(?:(?:an?|the|some|your|real|live|actual) )*(?:human|person|people|agent|operator|representative)'
const anyPerson = `(?:${person}|someone|somebody)(?: (?:else|real))?`
const verb = '(?:speak|talk|chat|connect me|put me through|transfer me|hand me over)'
const wish =
  "(?:(?:i|i'd|i'll|we|can|could|may|please|just|want|would|wanna|like|need|prefer|rather|let|me|to|you|get|hi|hello|ok|no|actually) )*"
const asking = new RegExp(`^\\W*${person}(?: please)?\\W*$|\\b${verb} (?:to|with) ${anyPerson}\\b`, 'i')
const onlyAsking = new RegExp(
  `^${wish}(?:${person}|${verb} (?:to|with) ${anyPerson})(?: (?:please|now|instead|thanks))*$`,
)

function asksForPerson(text: string, strictness: AsideStrictness): boolean {
  return strictness === 'anywhere' ? asking.test(text) : onlyAsking.test(normalizeForMatching(text))
}

const before = '(?:(?:oh|ok|okay|actually|sorry|no|well|please|hm+|um+|wait|you know what|then|let us|just|i said) )*'
const after = '(?: (?:please|thanks|thank you|for now|then|now|sorry|all|altogether))*'
const subjectWords = '(?:it|this|that|everything|all|(?:the|this) (?:booking|process|whole thing|form|request))'
const plainExit = `(?:let's )?(?:never ?mind(?: (?:it|that|this))?|forget (?:about )?(?:it|that|this)|cancel(?: ${subjectWords})?|(?:leave|drop) it)`
const wordyExit = `(?:let's |i (?:want|would like|have|need) to |i'd like to |i'd rather |can (?:we|i|you) |could (?:we|i|you) )?(?:cancel|stop|quit|exit|abort|end)(?: ${subjectWords})?|i (?:don't|dont|do not) want (?:this|it|that|to (?:go on|continue|book(?: it| this| that| anything)?))(?: any ?more)?|i (?:have )?changed my mind`
const exitPatterns: Record<AsideStrictness, RegExp> = {
  'nothing else': new RegExp(`^${before}(?:${plainExit})${after}$`),
  anywhere: new RegExp(`^${before}(?:${plainExit}|${wordyExit})${after}$`),
}

function wantsToLeave(text: string, strictness: AsideStrictness): boolean {
  return exitPatterns[strictness].test(normalizeForMatching(text))
}

/** For an optional question, a wish to stop skips only that question. */
export function declinesQuestion(text: string): boolean {
  return !/cancel/i.test(text) && wantsToLeave(text, 'nothing else')
}

/** After this many failures, the question also mentions that a human is available. */
const failuresBeforeHint = 3
/** An optional question is skipped after this many failures. */
const maxFailuresForOptional = 2

/** Asks the model to interpret a reply that the readers did not understand. */
export function handleUnclearReply(run: FlowRun, open: OpenQuestion, text: string): FlowRequest | undefined {
  const aside = detectAside(run, open, text, 'anywhere')
  if (aside) return aside
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text)) return askAfterFailure(run, open)
  const question = buildQuestion(run, open)
  if (!question) return endBecauseMissing(run, 'the question')
  setPending(run, { kind: 'reading', open, text })
  run.trace.push(`read ${question.intentId}`)
  return { kind: 'reading', slot: buildSlotToRead(run, open), question: question.text, text }
}

/**
 * Builds the slot for the model, including the choices that were offered. A yes-or-no question becomes a boolean slot.
 */
export function buildSlotToRead(run: FlowRun, open: OpenQuestion): FlowSlot {
  const slot = open.kind === 'slot' ? findSlot(run, open.slot) : undefined
  if (open.kind !== 'slot' || !slot) return { name: 'confirm', type: 'boolean' }
  if (open.offered) return { ...slot, options: open.offered.map(({ label }) => label) }
  if (slot.type !== 'location') return slot
  const names = listSlotLocations(slot, run.world.locations).map(({ name }) => name)
  return { ...slot, options: names.slice(0, maxNamesToRead) }
}

/** A model reads a few names better than a hundred. */
const maxNamesToRead = 50

/** Asks again, starting with a friendly sentence. */
export function askAfterFailure(
  run: FlowRun,
  open: OpenQuestion,
  why = 'Sorry, I did not understand that.',
): FlowRequest | undefined {
  const failures = (getFrame(run).asked ?? 0) + 1
  const slot = open.kind === 'slot' ? findSlot(run, open.slot) : undefined
  const canSkip = slot !== undefined && isOptional(slot)
  if (canSkip && failures > maxFailuresForOptional) {
    skipSlot(run, slot.name)
    return undefined
  }
  const hints = [
    canSkip && 'You can also say “skip”.',
    failures >= failuresBeforeHint && 'If you prefer, ask for a person.',
  ]
  run.effects.push({ kind: 'say', text: [why, ...hints].filter(Boolean).join(' ') })
  return repeatQuestion(run, open, { isFailure: true })
}
