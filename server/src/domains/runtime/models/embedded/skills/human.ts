import { asksForContact, asksForHuman } from '../language/requests.ts'
import { contactSentence, phrases } from '../phrases.ts'
import { call, type Skill, type Step, say, type View } from '../view.ts'

export const human: Skill = (view) => (asksForHuman(view.asked) ? ways(view) : undefined)

/** For when nothing that is known says how the business is reached. */
export const contactQuestion: Skill = (view) => (asksForContact(view.asked) ? ways(view) : undefined)

function ways(view: View): Step {
  const contact = contactSentence(view.hints)
  return call(view, { name: 'human.contact', given: {} }) ?? say(contact ?? phrases.noHuman)
}
