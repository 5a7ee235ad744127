import { createHash } from 'node:crypto'
import type { AgentDefinition } from '@parley/definition'
import { tokenizeText } from '../../../platform/search-text.ts'
import { confidenceThresholds } from '../../knowledge/index.ts'
import type { PersonInput } from '../deps.ts'
import { asksForCallback, asksForContact, asksForHuman } from '../models/embedded/language/requests.ts'
import { getSearchText } from '../person-input.ts'
import type { TurnContent } from '../turns/turn.ts'
import { countWords, isHostileText } from './hostile-text.ts'

/** What a turn means for insights: the question, and what counts for or against the session. */
export type TurnAssessment = {
  question?: AskedQuestion
  /** Whether the person saw how to reach a human, asked or unasked. */
  hasShownContact: boolean
  hasFailed: boolean
  cost?: { amount: number; currency: string }
}

export type AskedQuestion = { text: string; phraseHash: Buffer; isUnanswered: boolean }

type AssessedTurn = { personInput: PersonInput; turnRecord: TurnContent; definition: AgentDefinition }

export function assessTurn({ personInput, turnRecord, definition }: AssessedTurn): TurnAssessment {
  const text = getSearchText(personInput)?.trim() ?? ''
  const hasShownContact = turnRecord.toolCalls.some(isShownContact)
  const cost = sumCost(turnRecord)
  return {
    ...(isAsked(text, turnRecord) && { question: toQuestion(text, isUnanswered(text, turnRecord, definition)) }),
    hasShownContact,
    hasFailed: turnRecord.warnings.includes('The turn failed') || turnRecord.modelCalls.some(({ ok }) => !ok),
    ...(cost && { cost }),
  }
}

const maxQuestionLength = 500
/** Longer texts are pasted, and have no one question in them. */
const maxAskedLength = 2000

function toQuestion(text: string, isUnanswered: boolean): AskedQuestion {
  const short = text.replace(/\s+/g, ' ').slice(0, maxQuestionLength).toWellFormed()
  const phraseHash = createHash('sha256').update(tokenizeText(short).join(' ')).digest().subarray(0, 16)
  return { text: short, phraseHash, isUnanswered }
}

/** Answers to a flow are no questions; neither are emoji, numbers, single words without `?`, huge and hostile texts. */
function isAsked(text: string, { flow, optedOut, modelCalls }: TurnContent): boolean {
  if (optedOut || (flow && !modelCalls.some(({ purpose }) => purpose === 'turn'))) return false
  if (text.length > maxAskedLength || isHostileText(text)) return false
  const words = countWords(text)
  return words >= 2 || (words === 1 && /[?？؟]/.test(text))
}

function isUnanswered(text: string, turnRecord: TurnContent, definition: AgentDefinition): boolean {
  const { messages, toolCalls } = turnRecord
  if (messages.some(({ accepted, text: reply }) => accepted && saysUnknown(reply))) return true
  if (!turnRecord.flow && toolCalls.some(isShownContact) && !asksForPerson(text)) return true
  return requiresSource(definition) && isUnfounded(text, turnRecord)
}

const isShownContact = ({ name, ok, result }: TurnContent['toolCalls'][number]): boolean =>
  name === 'human.contact' && ok && !(result as { waiting?: boolean } | null)?.waiting

/** Claims that the agent must not make call for a source behind each answer. */
const requiresSource = ({ guardrails }: AgentDefinition): boolean => (guardrails.claimsNotToMake ?? []).length > 0

/** A model answered a question without any Fact, source or tool. */
function isUnfounded(text: string, { modelCalls, knowledge, toolCalls, flow, messages }: TurnContent): boolean {
  const isModelAnswer = modelCalls.some(
    ({ purpose, ok, provider }) => purpose === 'turn' && ok && provider !== 'embedded',
  )
  const hasSource = knowledge.some(({ score }) => score >= confidenceThresholds.likely)
  return (
    isModelAnswer &&
    /[?？؟]/.test(text) &&
    !flow &&
    !hasSource &&
    !toolCalls.some(({ ok, called }) => ok && called) &&
    messages.some(({ accepted }) => accepted)
  )
}

const unknownReplies: readonly RegExp[] = [
  /\bI (?:do not|don['’]t) (?:currently |actually )?(?:know|have (?:any |that |this |the |enough |specific |more )*(?:information|details?|answer))\b/i,
  /\bI(?:['’]m| am) (?:not (?:sure|aware)|unable to (?:find|answer))\b/i,
  /\bI (?:cannot|can['’]t|could not|couldn['’]t) (?:find|answer) (?:that|this|any)\b/i,
  /\bno (?:lo )?s[eé]\b(?! preocupe)|\bno (?:tengo|dispongo de|encuentro) (?:esa |la |ninguna |más )?informaci[oó]n/i,
  /\b(?:das|es) wei(?:ß|ss) ich (?:leider )?nicht|\bich wei(?:ß|ss) (?:das |es )?(?:leider )?nicht|\bkeine information|\bkann ich (?:leider )?nicht (?:sagen|beantworten)/i,
  /\bje ne (?:le )?sais pas\b|\bje n['’]ai pas (?:cette |l['’]|d['’])information|\bje ne trouve pas\b/i,
]

export const saysUnknown = (reply: string): boolean => unknownReplies.some((pattern) => pattern.test(reply))

const personInOtherLanguages =
  /\b(?:persona|humano|agente|operador|mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?|personne|humain|conseill[eè]re?)\b/i

function asksForPerson(text: string): boolean {
  const lower = text.toLowerCase()
  return asksForHuman(lower) || asksForContact(lower) || asksForCallback(lower) || personInOtherLanguages.test(text)
}

/** In one currency: models of one agent rarely differ, and the first one counts. */
function sumCost({ modelCalls }: TurnContent): TurnAssessment['cost'] {
  const costs = modelCalls.flatMap(({ cost }) => cost ?? [])
  const currency = costs[0]?.currency
  if (currency === undefined) return undefined
  return {
    amount: costs.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0),
    currency,
  }
}
