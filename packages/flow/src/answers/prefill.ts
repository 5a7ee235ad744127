import type { AgentFlow, FlowSlot } from '@parley/definition'
import { readSlotAnswer } from '../read/index.ts'
import { isDoubtful, normalizeForMatching, splitOnSpaces } from '../read/words/reply-wording.ts'

import { type FlowRun, getFlow } from '../run.ts'
import { type SlotInput, storeAnswer, validateSlot } from '../slots/store.ts'

import { readBoundValue } from '../slots/values.ts'
import { createAnswerContext } from './answer-context.ts'

/** A longer message is a story, not an answer. */
const maxLength = 500

/** Stores the slot values that the message that started a flow states unambiguously. */
export function prefillSlots(run: FlowRun, text: string): void {
  const flow = getFlow(run)
  if (!flow || text.length > maxLength) return
  for (const slot of flow.slots.filter((one) => isCollected(flow, one) && readBoundValue(run, one) === undefined)) {
    const mentioned = readers[slot.type]?.(text, slot, flow)
    const given = mentioned === undefined ? undefined : readForSlot(run, slot, mentioned)
    if (given) storeAnswer(run, slot, given)
  }
}

/** Slots that need confirmation, or that have a dynamic source, are asked for in their turn. */
function isCollected({ steps }: AgentFlow, { name, source, confirm }: FlowSlot): boolean {
  return (
    source === undefined && !confirm && steps.some((step) => 'collect' in step && [step.collect].flat().includes(name))
  )
}

function readForSlot(run: FlowRun, slot: FlowSlot, text: string): SlotInput | undefined {
  const answer = readSlotAnswer(slot, { text }, createAnswerContext(run))
  if (answer.kind !== 'value') return undefined
  const given = { ...answer, text }
  return validateSlot(slot, given, run.world) === undefined ? given : undefined
}

/** Returns the part of a message that is meant for a slot. */
type Reader = (text: string, slot: FlowSlot, flow: AgentFlow) => string | undefined

const readers: Partial<Record<FlowSlot['type'], Reader>> = {
  enum: (text, slot, flow) => findOption(text, slot, flow),
  email: (text, slot, flow) => {
    const [address, ...more] = text.match(/\S+@\S+/g) ?? []
    return isAlone(slot, flow) && more.length === 0 && !/\byour\b/i.test(text) ? address : undefined
  },
  phone: (text, slot, flow) =>
    isAlone(slot, flow) && !/\d{4}-\d\d-\d\d|\byour\b/i.test(text) ? text.replaceAll(/\S+@\S+/g, ' ') : undefined,
  number: (text, { name }) => {
    const [counted] = name.match(/\p{Lu}?\p{Ll}{3,30}$/u) ?? []
    const stem = counted?.toLowerCase().replace(/s$/, '')
    return stem && new RegExp(`(?<![\\p{L}\\p{N}.,:/-])(\\p{L}+|\\d{1,6}) ${stem}s?(?!\\p{L})`, 'iu').exec(text)?.[1]
  },
}

const isAlone = ({ type }: FlowSlot, { slots }: AgentFlow): boolean =>
  slots.filter((slot) => slot.type === type).length === 1

/**
 * Returns the one option that shares a word with the text; none for a question, which may be about it, or next to a
 * doubtful word.
 */
function findOption(text: string, { options = [] }: FlowSlot, { slots }: AgentFlow): string | undefined {
  const normalized = normalizeForMatching(text.replaceAll(/\bgood (?:morning|afternoon|evening|day|night)\b/gi, ' '))
  const words = new Set(splitOnSpaces(normalized))
  if ([...words].some(isDoubtful) || /^(?:do|does|did|is|are|was|were|has|have|tell|will)\b/.test(normalized))
    return undefined
  const named = options.filter((option) => isNamed(option, words))
  const [option] = named
  if (option === undefined || named.length > 1) return undefined
  const others = slots.flatMap((slot) => (slot.options === options ? [] : (slot.options ?? [])))
  return others.some((other) => isNamed(other, words)) ? undefined : option
}

const isNamed = (option: string, words: ReadonlySet<string>): boolean =>
  splitOnSpaces(normalizeForMatching(option)).some(
    (word) => word.length >= minLength && !genericWords.has(word) && words.has(word),
  )

const minLength = 4
/** Words that fit any flow, so they identify no option. */
const genericWords = new Set(
  `appointment appointments booking bookings visit visits meeting meetings time times slot slots week weekend today tomorrow morning
  afternoon evening night book make schedule call help question questions want need like would could please thank thanks hello
  have with from this that next your about just some sure okay good great more first last other change move cancel`.split(
    /\s+/,
  ),
)
