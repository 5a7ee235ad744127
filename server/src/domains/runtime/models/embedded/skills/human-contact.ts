import { asksForContact, asksForHuman } from '../language/requests.ts'
import { formatContactSentence, phrases } from '../phrases.ts'
import { createCallStep, createReplyStep, type ModelStep, type Skill, type SkillContext } from '../skill-context.ts'

export const humanContactSkill: Skill = (view) => (asksForHuman(view.question) ? showContactOptions(view) : undefined)

/** Used when knowledge does not say how to reach the business. */
export const contactQuestionSkill: Skill = (view) =>
  asksForContact(view.question) ? showContactOptions(view) : undefined

function showContactOptions(view: SkillContext): ModelStep {
  const contact = formatContactSentence(view.hints)
  return createCallStep(view, { name: 'human.contact', given: {} }) ?? createReplyStep(contact ?? phrases.noHuman)
}
