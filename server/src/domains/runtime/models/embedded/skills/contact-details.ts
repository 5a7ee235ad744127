import { asksForCallback } from '../language/requests.ts'
import { formatContactSentence, phrases } from '../phrases.ts'
import { type ContactDetails, extractContactDetails } from '../read-reply.ts'
import {
  createCallStep,
  createReplyStep,
  getLastAnswer,
  hasTool,
  type Skill,
  type SkillContext,
  type SkillToolCall,
} from '../skill-context.ts'

/** Saves contact details from a message, and notifies the team when the person wants to be contacted. */
export const contactDetailsSkill: Skill = (view) => {
  const awaited = getLastAnswer(view).includes(phrases.howToReach)
  const details = extractContactDetails(view.personText, awaited)
  const wantsCall = asksForCallback(view.question) || (awaited && Boolean(details.email ?? details.phone))
  if (Object.keys(details).length === 0 && !wantsCall) return undefined
  const save: SkillToolCall[] = Object.keys(details).length > 0 ? [{ name: 'people.save', given: details }] : []
  if (!wantsCall || !hasTool(view, 'notify.team'))
    return createCallStep(view, ...save) ?? offerOtherContact(view, wantsCall) ?? explainNotSaved(view, save)
  if (!isReachable(view, details)) return awaited ? undefined : createReplyStep(phrases.howToReach)
  return createCallStep(view, ...save, {
    name: 'notify.team',
    given: { [textParameter(view)]: buildTeamNote(view, details) },
  })
}

function offerOtherContact(view: SkillContext, wantsCall: boolean) {
  const contact = formatContactSentence(view.hints)
  return wantsCall && contact ? createReplyStep(contact) : undefined
}

/**
 * Explains that the details could not be saved although the tool is available: the field is locked, or the text is too
 * long.
 */
function explainNotSaved(view: SkillContext, save: readonly SkillToolCall[]) {
  if (save.length === 0 || !hasTool(view, 'people.save')) return undefined
  return createReplyStep([phrases.notNoted, formatContactSentence(view.hints)].filter(Boolean).join(' '))
}

function isReachable({ hints: { partner } }: SkillContext, { email, phone }: ContactDetails): boolean {
  return Boolean(email ?? phone ?? partner.email ?? partner.phone)
}

const maxQuoteLength = 200

function buildTeamNote({ personText, hints: { partner } }: SkillContext, details: ContactDetails): string {
  const who = details.fullName ?? details.firstName ?? partner.fullName ?? partner.firstName ?? 'A person'
  const where = [details.phone ?? partner.phone, details.email ?? partner.email].filter(Boolean).join(', ')
  return `${who} (${where}) asks to be contacted: “${personText.slice(0, maxQuoteLength).toWellFormed()}”`
}

function textParameter({ tools }: SkillContext): string {
  const properties = tools.find(({ name }) => name === 'notify.team')?.parameters.properties
  const names = properties && typeof properties === 'object' ? Object.keys(properties) : []
  return names.find((name) => ['text', 'message', 'summary', 'note'].includes(name)) ?? 'text'
}
