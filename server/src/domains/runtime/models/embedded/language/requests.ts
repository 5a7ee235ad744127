import { readYesNo } from '@parley/flow'

/** Detects explicit requests in lower-case text; nothing when in doubt. */

const meeting =
  '(?:appointments?|appts?|bookings?|reservations?|visits?|viewings?|meetings?|consultations?|consults?|slots?|check-?ups?|test drives?|demos?|sessions?|calls?|times?)'
const certainMeeting =
  /\b(?:appointments?|appts?|bookings?|reservations?|consultations?|viewings?|check-?ups?|test drives?)\b/

const books: readonly RegExp[] = [
  new RegExp(
    `\\b(?:book|schedule|reserve|arrange|set up|make|get|can i have|could i have)\\b(?: me| us)?(?: in)? (?:for )?(?:an? |my |the |another |some |one )?(?:[\\w-]+ ){0,2}${meeting}\\b`,
  ),
  /\b(?:need|want|like|looking for)\b (?:to have )?(?:an? )(?:[\w-]+ ){0,2}(?:appointment|appt|reservation|consultation|viewing|check-?up|test drive)\b/,
  /(?:^|\b(?:to|please|i|we|i'd|i'll|let me|let's|can you|could you|can i|can we)\s)(?:re)?book\b(?! (?:store|shop|club|review))/,
  /\bcan (?:i|we) (?:come|stop|drop|swing|pop|see you)\b/,
  /\b(?:any|what|which|have|got)\b[^.?!]{0,20}\b(?:openings?|free (?:slots?|times?)|(?:slots?|times?) (?:are |is )?(?:available|free|open)|slots?|available (?:slots?|times?|appointments?))\b/,
]
const informs =
  /^(?:how (?:much|long|many)|what(?:'s| is| are| does| do| happens)|do i (?:need|have)|must i|should i|is (?:it|an?|there an?)|are (?:walk|appointments)|why|who|where|when)\b/
const refuses =
  /\b(?:don't|do not|didn't|did not|not|never|no longer)\b[^.?!]{0,20}\b(?:book|appointment|come|schedule|cancel|move)/
const shortAsk =
  /^(?:an? |new |the )?(?:appointment|appt|booking|book|reservation|make an appointment)s?(?: please| now| today| tomorrow)?[.!? ]*$/

const cancels = /\b(?:cancel|call off)\b/
const otherThing = /\b(?:orders?|subscription|membership|account|contract|plan|policy|fees?)\b/
const pointsAtIt =
  /\b(?:cancel|call off|move|change|reschedule|postpone)(?: it| that| this)?(?: please| for me| to .*| until .*)?[.! ]*$/
const moves =
  /\b(?:reschedul\w*|move|postpone|push back|change|can't make it|cannot make it|another time|different time|another day|different day)\b/

const own = '(?:appointments?|appts?|bookings?|visits?|meetings?|reservations?)'
const tellsAppointment: readonly RegExp[] = [
  new RegExp(`\\b(?:when|what time|what day|which day)\\b[^.?!]{0,20}\\bmy (?:next |upcoming )?${own}\\b`),
  new RegExp(
    `\\b(?:what(?:'s| is| are)|which|show me|tell me|see) (?:me )?my (?:next |upcoming )?${own}(?: again)?[.!? ]*$`,
  ),
  new RegExp(
    `\\b(?:do i have|have i got)\\b(?: an?| any| my| another)? (?:upcoming |next )?${own}\\b[^.?!]{0,30}[.!? ]*$`,
  ),
  new RegExp(`^my (?:next |upcoming )?${own}[.!? ]*$`),
]

export type SchedulingRequest = 'book' | 'move' | 'cancel' | 'tell'

/** `known`: whether there is an appointment that "it" can refer to. */
export function detectSchedulingRequest(text: string, known: boolean): SchedulingRequest | undefined {
  if (refuses.test(text)) return undefined
  if (tellsAppointment.some((pattern) => pattern.test(text))) return 'tell'
  if (informs.test(text) || /\b(?:how late|until when|how long)\b/.test(text)) return undefined
  const itsOwn =
    certainMeeting.test(text) ||
    /\breschedul/.test(text) ||
    (known && (pointsAtIt.test(text) || /\bmake it\b/.test(text)))
  if (cancels.test(text)) return itsOwn && !otherThing.test(text) ? 'cancel' : undefined
  if (moves.test(text)) return itsOwn ? 'move' : undefined
  return shortAsk.test(text) || books.some((pattern) => pattern.test(text)) ? 'book' : undefined
}

const person =
  '(?:human|(?:real |actual |live )?person|agent|representative|rep|operator|someone|somebody|staff|manager|advis[eo]r|colleague|customer service|human being|employee)'
const asksHuman: readonly RegExp[] = [
  new RegExp(
    `\\b(?:talk|speak|chat|connect|transfer|put|switch)\\b[^.?!]{0,25}\\b(?:to|with|through)\\b[^.?!]{0,20}\\b${person}\\b`,
  ),
  /\b(?:want|need|get|give|like)\b(?: me| to have)? (?:an? |the |your )?(?:real |actual |live )?(?:human|person|representative|rep|operator|agent|manager)\b(?! to)/,
  /^(?:an? )?(?:real |live |actual )?(?:human|person|agent|representative|operator|rep)(?: please| now)?[.!? ]*$/,
]

export function asksForHuman(text: string): boolean {
  return (
    !/\bare you\b/.test(text) &&
    !/\b(?:don't|do not) (?:want|need)\b/.test(text) &&
    asksHuman.some((pattern) => pattern.test(text))
  )
}

/** Asks how to reach the business; less explicit than asking for a person. */
export function asksForContact(text: string): boolean {
  return /\b(?:reach|contact|call|phone|email|get hold of|get in touch with)\b (?:you|someone|a (?:human|person))\b|\byour (?:phone|telephone|number|e-?mail|contact)\b/.test(
    text,
  )
}

const callback =
  /\b(?:(?:call|phone|ring|text|email|contact) me(?: back)?\b|(?:write|message) (?:to )?me back\b|call (?:me )?back\b|give me a (?:call|ring)|get back to me|(?:reach out|get in touch)(?: to| with) me|(?:someone|somebody|anyone) (?:to )?(?:call|contact|phone))/

export function asksForCallback(text: string): boolean {
  return !/\b(?:don't|do not|never|stop)\b/.test(text) && callback.test(text)
}

/** Polite refusals, recognized only when they are the whole message. */
const declines =
  /^(?:never ?mind|i'm good|i'm fine|all good|that's all|that is all|nothing(?: else)?)(?:,? (?:thanks|thank you))?[.! ]*$/

/** Only a plain yes or no: `ok wait` and `yes, but not now` are neither. */
export const isYes = (text: string): boolean => readYesNo(text) === 'yes'
export const isNo = (text: string): boolean => declines.test(text) || readYesNo(text) === 'no'
