import { phrases } from './phrases.ts'
import { createReplyStep, type ModelStep, type Skill, type SkillContext } from './skill-context.ts'
import { contactDetailsSkill } from './skills/contact-details.ts'
import { contactQuestionSkill, humanContactSkill } from './skills/human-contact.ts'
import { certainFactSkill, likelyKnowledgeSkill, questionKnowledgeSkill } from './skills/knowledge.ts'
import { pickedTimeSkill } from './skills/picked-time.ts'
import { enterBookingFlowSkill, enterPlaybookSkill } from './skills/playbook.ts'
import { cannotScheduleSkill, schedulingSkill } from './skills/scheduling.ts'
import { smallTalkSkill } from './skills/small-talk.ts'
import { namedThingsSkill, showThingsSkill } from './skills/things.ts'
import { answerUnknown } from './skills/unknown.ts'
import { describeToolResults } from './tool-results.ts'

/**
 * In this order; the first that is sure answers. What is plainly to be done comes before what is known, a question is
 * answered before a playbook is entered for it, and what was only likely comes after the playbooks.
 */
const skills: readonly Skill[] = [
  pickedTimeSkill,
  humanContactSkill,
  enterBookingFlowSkill,
  schedulingSkill,
  contactDetailsSkill,
  certainFactSkill,
  showThingsSkill,
  questionKnowledgeSkill,
  enterPlaybookSkill,
  likelyKnowledgeSkill,
  namedThingsSkill,
  cannotScheduleSkill,
  contactQuestionSkill,
  smallTalkSkill,
]

const playbookSkills = skills.filter((skill) => skill !== enterBookingFlowSkill && skill !== enterPlaybookSkill)

/** What to do next. After a tool has answered it speaks; only a playbook that was entered is first asked what it offers. */
export function chooseStep(view: SkillContext): ModelStep {
  const last = view.toolResults.at(-1)
  if (last && last.name !== 'playbook.enter') return describeToolResults(view)
  if (view.hints.afterFlow && !last)
    return runFirstMatching([certainFactSkill, questionKnowledgeSkill], view) ?? createReplyStep(phrases.noted)
  const step = runFirstMatching(last ? playbookSkills : skills, view)
  return step ?? (last?.ok ? createReplyStep(phrases.entered) : answerUnknown(view))
}

function runFirstMatching(list: readonly Skill[], view: SkillContext): ModelStep | undefined {
  for (const skill of list) {
    const step = skill(view)
    if (step) return step
  }
  return undefined
}
