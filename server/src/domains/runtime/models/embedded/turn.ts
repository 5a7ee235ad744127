import { afterTools } from './after-tools.ts'
import { phrases } from './phrases.ts'
import { contactDetails } from './skills/contact-details.ts'
import { contactQuestion, human } from './skills/human.ts'
import { certainFact, likelyKnown, likelyKnownIfAsked } from './skills/known.ts'
import { pickedTime } from './skills/picked-time.ts'
import { enterBookingFlow, enterPlaybook } from './skills/playbook.ts'
import { cannotSchedule, scheduling } from './skills/scheduling.ts'
import { smallTalk } from './skills/small-talk.ts'
import { namedThings, showThings } from './skills/things.ts'
import { unknown } from './skills/unknown.ts'
import { type Skill, type Step, say, type View } from './view.ts'

/**
 * In this order; the first that is sure answers. What is plainly to be done comes before what is known, a question is
 * answered before a playbook is entered for it, and what was only likely comes after the playbooks.
 */
const skills: readonly Skill[] = [
  pickedTime,
  human,
  enterBookingFlow,
  scheduling,
  contactDetails,
  certainFact,
  showThings,
  likelyKnownIfAsked,
  enterPlaybook,
  likelyKnown,
  namedThings,
  cannotSchedule,
  contactQuestion,
  smallTalk,
]

const withinPlaybook = skills.filter((skill) => skill !== enterBookingFlow && skill !== enterPlaybook)

/** What to do next. After a tool has answered it speaks; only a playbook that was entered is first asked what it offers. */
export function takeTurn(view: View): Step {
  const last = view.done.at(-1)
  if (last && last.name !== 'playbook.enter') return afterTools(view)
  if (view.hints.afterFlow && !last) return firstSure([certainFact, likelyKnownIfAsked], view) ?? say(phrases.noted)
  const step = firstSure(last ? withinPlaybook : skills, view)
  return step ?? (last?.ok ? say(phrases.entered) : unknown(view))
}

function firstSure(list: readonly Skill[], view: View): Step | undefined {
  for (const skill of list) {
    const step = skill(view)
    if (step) return step
  }
  return undefined
}
