import { type Details, detailsIn } from '../language/details.ts'
import { asksForCallback } from '../language/requests.ts'
import { contactSentence, phrases } from '../phrases.ts'
import { call, lastAnswer, offers, type Skill, say, type View, type Wish } from '../view.ts'

/** What a person leaves about themselves is kept, and the team is told when they want to hear from it. */
export const contactDetails: Skill = (view) => {
  const awaited = lastAnswer(view).includes(phrases.howToReach)
  const details = detailsIn(view.said, awaited)
  const wantsCall = asksForCallback(view.asked) || (awaited && Boolean(details.email ?? details.phone))
  if (Object.keys(details).length === 0 && !wantsCall) return undefined
  const save: Wish[] = Object.keys(details).length > 0 ? [{ name: 'people.save', given: details }] : []
  if (!wantsCall || !offers(view, 'notify.team'))
    return call(view, ...save) ?? otherWay(view, wantsCall) ?? cannotNote(view, save)
  if (!isReachable(view, details)) return awaited ? undefined : say(phrases.howToReach)
  return call(view, ...save, { name: 'notify.team', given: { [textParameter(view)]: note(view, details) } })
}

function otherWay(view: View, wantsCall: boolean) {
  const contact = contactSentence(view.hints)
  return wantsCall && contact ? say(contact) : undefined
}

/** Where it could note something, but not this: the field is locked, or what was said is too long. */
function cannotNote(view: View, save: readonly Wish[]) {
  if (save.length === 0 || !offers(view, 'people.save')) return undefined
  return say([phrases.notNoted, contactSentence(view.hints)].filter(Boolean).join(' '))
}

function isReachable({ hints: { partner } }: View, { email, phone }: Details): boolean {
  return Boolean(email ?? phone ?? partner.email ?? partner.phone)
}

const longestQuote = 200

function note({ said, hints: { partner } }: View, details: Details): string {
  const who = details.fullName ?? details.firstName ?? partner.fullName ?? partner.firstName ?? 'A person'
  const where = [details.phone ?? partner.phone, details.email ?? partner.email].filter(Boolean).join(', ')
  return `${who} (${where}) asks to be contacted: “${said.slice(0, longestQuote).toWellFormed()}”`
}

function textParameter({ tools }: View): string {
  const properties = tools.find(({ name }) => name === 'notify.team')?.parameters.properties
  const names = properties && typeof properties === 'object' ? Object.keys(properties) : []
  return names.find((name) => ['text', 'message', 'summary', 'note'].includes(name)) ?? 'text'
}
