import type { FlowRequest, OpenQuestion } from '../engine.ts'
import { buildQuestion } from '../question.ts'
import { normalizeForMatching } from '../read/words/normalize.ts'
import { type FlowRun, flowEnded, handoffToHuman } from '../run.ts'

/**
 * For a free-text question, a reply counts as an aside only if it is nothing else, because it may as well be the
 * answer.
 */
export type AsideStrictness = 'nothing else' | 'anywhere'

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
  run.effects.push({ kind: 'say', text: 'All right, we leave it there.' })
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
