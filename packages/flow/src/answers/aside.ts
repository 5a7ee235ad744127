import type { FlowNeed, Open } from '../engine.ts'
import { questionOf } from '../question.ts'
import { folded } from '../read/words/plain.ts'
import { isOver, type Run, toHuman } from '../run.ts'

/** Of a text of one's own only what is nothing but an aside is one: it may as well be the answer. */
export type Strictness = 'nothing else' | 'anywhere'

/** The person wants no more of this, or a person to talk to. */
export function asideIn(run: Run, open: Open, text: string, strictness: Strictness): FlowNeed | undefined {
  if (text.length > longest) return undefined
  const question = questionOf(run, open)?.text ?? ''
  if (
    asksForPerson(text, strictness) &&
    (strictness === 'anywhere' || !/\b(?:who|whom|talk|speak)\b/i.test(question))
  ) {
    run.trace.push('asked for a person')
    return toHuman
  }
  if (!wantsOut(text, strictness) || (/cancel/i.test(text) && /cancel/i.test(question))) return undefined
  run.trace.push('left')
  run.effects.push({ kind: 'say', text: 'All right, we leave it there.' })
  return isOver
}

const longest = 200

const person = '(?:(?:an?|the|some|your|real|live|actual) )*(?:human|person|people|agent|operator|representative)'
const somebody = `(?:${person}|someone|somebody)(?: (?:else|real))?`
const verb = '(?:speak|talk|chat|connect me|put me through|transfer me|hand me over)'
const wish =
  "(?:(?:i|i'd|i'll|we|can|could|may|please|just|want|would|wanna|like|need|prefer|rather|let|me|to|you|get|hi|hello|ok|no|actually) )*"
const asking = new RegExp(`^\\W*${person}(?: please)?\\W*$|\\b${verb} (?:to|with) ${somebody}\\b`, 'i')
const onlyAsking = new RegExp(
  `^${wish}(?:${person}|${verb} (?:to|with) ${somebody})(?: (?:please|now|instead|thanks))*$`,
)

function asksForPerson(text: string, strictness: Strictness): boolean {
  return strictness === 'anywhere' ? asking.test(text) : onlyAsking.test(folded(text))
}

const before = '(?:(?:oh|ok|okay|actually|sorry|no|well|please|hm+|um+|wait|you know what|then|let us|just|i said) )*'
const after = '(?: (?:please|thanks|thank you|for now|then|now|sorry|all|altogether))*'
const it = '(?:it|this|that|everything|all|(?:the|this) (?:booking|process|whole thing|form|request))'
const plainly = `(?:let's )?(?:never ?mind(?: (?:it|that|this))?|forget (?:about )?(?:it|that|this)|cancel(?: ${it})?|(?:leave|drop) it)`
const wordily = `(?:let's |i (?:want|would like|have|need) to |i'd like to |i'd rather |can (?:we|i|you) |could (?:we|i|you) )?(?:cancel|stop|quit|exit|abort|end)(?: ${it})?|i (?:don't|dont|do not) want (?:this|it|that|to (?:go on|continue|book(?: it| this| that| anything)?))(?: any ?more)?|i (?:have )?changed my mind`
const leaving: Record<Strictness, RegExp> = {
  'nothing else': new RegExp(`^${before}(?:${plainly})${after}$`),
  anywhere: new RegExp(`^${before}(?:${plainly}|${wordily})${after}$`),
}

function wantsOut(text: string, strictness: Strictness): boolean {
  return leaving[strictness].test(folded(text))
}

/** Said of a question that need not be answered, it is that question alone that is let go. */
export function letsGo(text: string): boolean {
  return !/cancel/i.test(text) && wantsOut(text, 'nothing else')
}
