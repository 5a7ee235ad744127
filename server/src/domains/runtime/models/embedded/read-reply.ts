import { readYesNo } from '@parley/flow'
import type { ReplyHints } from '../model.ts'
import { asksForCallback, detectSchedulingRequest } from './language/requests.ts'
import { countShared, extractStems } from './language/words.ts'

export type ContactDetails = {
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  fullName?: string
}

/** The lookarounds keep the end of an overlong address from matching. */
const email =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})*\.\p{L}{2,24}(?![\p{L}\p{N}])/u
const phone = /(?<![\p{L}\p{N}.-])\+?\(?\d[\d().\s/-]{5,20}\d(?![\p{L}\p{N}@-])/u
const ownNumber = /\b(?:my|mine|call|text|phone|ring|reach|mobile|cell|tel|whatsapp|contact|at)\b/i
const date = /\b\d{4}-\d{2}-\d{2}\b/

const introducedName = /\b(?:my (?:full )?name is|my name's|name:)\s+/i
const presentedName = /\b(?:I am|I'm|I’m|This is|this is|i'm|i am)\s+/
const nameWord = /^\p{L}[\p{L}'’.-]*$/u
const notInNames = new Set(
  `and but or my i im email mail phone number from at here with please call the a you can could is are was not so to for
   in on interested looking calling writing wondering happy sorry glad urgent great good fine ok okay sure new just very`.split(
    /\s+/,
  ),
)
const maxNames = 3

/** `awaited`: the agent has just asked for the details, so a bare number counts as a phone number. */
export function extractContactDetails(text: string, awaited: boolean): ContactDetails {
  const address = /\byour (?:e-?mail|address)\b/i.test(text) ? undefined : email.exec(text)?.[0]
  const number = extractPhone(address ? text.replace(address, ' ') : text, awaited)
  const names = extractNames(text, address !== undefined || number !== undefined)
  return { ...(address && { email: address }), ...(number && { phone: number }), ...toNameFields(names) }
}

function extractPhone(text: string, awaited: boolean): string | undefined {
  const found = phone.exec(text.replace(new RegExp(date, 'g'), ' '))?.[0]
  if (!found) return undefined
  const digits = found.replace(/\D/g, '')
  const isOwn = awaited || found.startsWith('+') || (ownNumber.test(text) && !/\b(?:order|invoice|your)\b/i.test(text))
  if (!isOwn || digits.length < 7 || digits.length > 15) return undefined
  return found.startsWith('+') ? `+${digits}` : digits
}

/** "I'm Interested" is not a name: without other details it takes two names, or the word "name". */
function extractNames(text: string, withDetails: boolean): string[] {
  const introduction = introducedName.exec(text)
  if (introduction) return readNames(text.slice(introduction.index + introduction[0].length), false)
  const self = presentedName.exec(text)
  if (!self) return []
  const names = readNames(text.slice(self.index + self[0].length), true)
  return names.length >= 2 || withDetails ? names : []
}

function readNames(rest: string, capitals: boolean): string[] {
  const clause = rest.slice(0, 120).split(/[,.;:!?\n](?:\s|$)/, 1)[0] ?? ''
  const names: string[] = []
  for (const word of clause.split(/\s+/)) {
    const fits = nameWord.test(word) && !notInNames.has(word.toLowerCase()) && (!capitals || /^\p{Lu}/u.test(word))
    if (!fits || names.length === maxNames) break
    names.push(word)
  }
  return names
}

function toNameFields([first, ...rest]: string[]): ContactDetails {
  if (first === undefined) return {}
  if (rest.length === 0) return { firstName: first }
  return { firstName: first, lastName: rest.join(' '), fullName: [first, ...rest].join(' ') }
}

/** Interpretation of a reply to a flow's question. The engine has already tried the literal readings. */
export type ReplyReading =
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'digression' | 'unclear'; value: null }

const maxInputLength = 2_000

export function readReply({ personText, slot }: ReplyHints): ReplyReading {
  const short = personText.slice(0, maxInputLength).toWellFormed()
  const lower = short.toLowerCase().replace(/[’‘`]/g, "'").trim()
  const isDoubtful = slot.type !== 'boolean' && doubtful.test(lower)
  const value = isDoubtful ? undefined : interpretReply(short, slot)
  if (value !== undefined) return { kind: 'value', value }
  return { kind: asksBack(lower) || asksForSomethingElse(lower) ? 'digression' : 'unclear', value: null }
}

/** Words that make a match uncertain: `not the red one` does not select it. */
const doubtful =
  /\b(?:not|no|never|nor|neither|none|except|but|without|instead|rather|or|if|unless|maybe|wrong|dont|cant|wont|\w+n't)\b/

/** The engine has already parsed times as far as possible: `8 of us` would falsely match the eighth. */
function interpretReply(
  text: string,
  { type, options = [] }: ReplyHints['slot'],
): string | number | boolean | undefined {
  if (type === 'boolean' || options.length === 0) return extractValue(text, type)
  return type === 'timeslot' ? undefined : matchOption(text, options)
}

/** Returns the option that shares the most words with the reply, unless it is a tie. */
function matchOption(text: string, options: readonly string[]): string | undefined {
  const stems = extractStems(text)
  const [best, second] = options
    .map((option) => ({ option, count: countShared(extractStems(option), stems) }))
    .toSorted((one, other) => other.count - one.count)
  if (!best || best.count === 0 || best.count === second?.count) return undefined
  return best.option
}

function extractValue(text: string, type: string): string | number | boolean | undefined {
  const details = extractContactDetails(text, true)
  if (type === 'email') return details.email
  if (type === 'phone') return details.phone
  if (type === 'number') return extractNumber(text)
  const agrees = type === 'boolean' ? readYesNo(text) : undefined
  return agrees && agrees === 'yes'
}

/** Only a single number; two are ambiguous. */
function extractNumber(text: string): number | undefined {
  const [only, ...more] = text.match(/-?\d{1,15}(?:\.\d{1,6})?/g) ?? []
  return only === undefined || more.length > 0 ? undefined : Number(only)
}

const questionWord =
  /^(?:(?:but|and|wait|sorry|hm+|hi|hello|first|before that)[ ,]+)*(?:what|when|where|which|who|why|how|do|does|did|is|are|can|could|will|would|should|may)\b/

function asksBack(text: string): boolean {
  return text.includes('?') || questionWord.test(text)
}

/** Asks for something unrelated to the question. Booking does not count, because many flows are about booking. */
function asksForSomethingElse(text: string): boolean {
  const request = detectSchedulingRequest(text, false)
  return asksForCallback(text) || (request !== undefined && request !== 'book')
}
