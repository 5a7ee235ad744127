import { escapeMarkers, formatContactSentence, phrases } from './phrases.ts'
import {
  createCallStep,
  createReplyStep,
  isQuestion,
  type ModelStep,
  type Skill,
  type SkillContext,
  type ToolResult,
} from './skill-context.ts'
import { contactDetailsSkill } from './skills/contact-details.ts'
import { contactQuestionSkill, humanContactSkill } from './skills/human-contact.ts'
import { certainFactSkill, likelyKnowledgeSkill, questionKnowledgeSkill } from './skills/knowledge.ts'
import { isRescheduling, pickedTimeSkill } from './skills/picked-time.ts'
import { enterBookingFlowSkill, enterPlaybookSkill } from './skills/playbook.ts'
import { cannotScheduleSkill, detectRequest, parseRequestedTimes, schedulingSkill } from './skills/scheduling.ts'
import { smallTalkSkill } from './skills/small-talk.ts'
import { namedThingsSkill, showThingsSkill } from './skills/things.ts'
import { answerUnknown } from './skills/unknown.ts'

function describeToolResults(view: SkillContext): ModelStep {
  const last = view.toolResults.at(-1)
  const answer = last && Object.hasOwn(resultDescribers, last.name) ? resultDescribers[last.name] : undefined
  if (last && answer) return answer(view, last)
  return createReplyStep(last?.ok ? phrases.done : describeFailure(last))
}

type ResultDescriber = (view: SkillContext, last: ToolResult) => ModelStep

const resultDescribers: Record<string, ResultDescriber> = {
  'scheduling.book': (view, last) =>
    last.ok ? createReplyStep(phrases.booked(labelOf(view, last))) : offerOtherTimes(view, last),
  'scheduling.reschedule': (view, last) =>
    last.ok ? createReplyStep(phrases.moved(labelOf(view, last))) : offerOtherTimes(view, last),
  'scheduling.cancel': (_, last) =>
    createReplyStep(last.ok ? phrases.cancelled(readTextField(last, labels) ?? '') : describeFailure(last)),
  'scheduling.offerTimes': (view, last) => {
    const failed = view.toolResults.find(({ ok }) => !ok)
    const before = failed && failed !== last ? describeFailure(failed) : undefined
    if (!last.ok) return createReplyStep(before, describeNoTimes(view, last))
    return createReplyStep(before, isReschedule(view) ? phrases.moveTimes : phrases.offerTimes)
  },
  'people.save': acknowledgeContact,
  'notify.team': acknowledgeContact,
  /** The card already shows the availability. */
  'human.contact': ({ hints: { contact } }, { ok }) =>
    ok
      ? createReplyStep(phrases.human)
      : createReplyStep(phrases.noHuman, contact.availability && escapeMarkers(contact.availability)),
}

/** The time is no longer free: offers other times, once. */
function offerOtherTimes(view: SkillContext, last: ToolResult): ModelStep {
  const hasOffered = view.toolResults.some(({ name }) => name === 'scheduling.offerTimes')
  return (
    (hasOffered ? undefined : createCallStep(view, { name: 'scheduling.offerTimes', given: {} })) ??
    createReplyStep(describeFailure(last))
  )
}

/** If the person named a day, suggests another day; otherwise points to a contact. */
function describeNoTimes(view: SkillContext, last: ToolResult): string {
  const another = isReschedule(view) ? phrases.otherDayToMove : phrases.otherDay
  const next = parseRequestedTimes(view, 'all') ? another : formatContactSentence(view.hints)
  return [describeFailure(last), next].filter(Boolean).join(' ')
}

function isReschedule(view: SkillContext): boolean {
  const request = view.hints.picked ? undefined : detectRequest(view)
  return request === undefined ? isRescheduling(view) : request === 'move'
}

/** Thanks the person and answers a question asked in the same message. */
function acknowledgeContact(view: SkillContext): ModelStep {
  const of = (name: string) => view.toolResults.find((result) => result.name === name)
  const [saved, notified] = [of('people.save'), of('notify.team')]
  const failed = [saved, notified].find((result) => result && !result.ok)
  const thanks = saved?.ok ? phrases.saved(view.hints.partner.firstName ?? '') : undefined
  const sentences = [thanks, notified?.ok ? phrases.teamTold : undefined, failed && describeFailure(failed)]
  const answer = isQuestion(view) ? certainFactSkill(view)?.text : undefined
  return createReplyStep(sentences.filter(Boolean).join(' '), answer)
}

const labels = ['label', 'when', 'time'] as const
const reasons = ['why', 'sentence', 'message', 'error', 'reason', 'detail'] as const

function labelOf(view: SkillContext, result: ToolResult): string {
  return readTextField(result, labels) ?? view.hints.picked?.labels[0] ?? ''
}

/**
 * Repeats a tool's own explanation when it is about times, people, or the team, but not when it is about its arguments.
 */
function describeFailure(result: ToolResult | undefined): string {
  const why = result && readTextField(result, reasons)
  if (result?.name === 'people.save') return phrases.notNoted
  return why === undefined || internalReason.test(why) ? phrases.didNotWork : escapeMarkers(why)
}

const internalReason =
  /^The arguments |^There is no (?:tool|such field)\b|^The field |\b(?:did not work just now|is not set up here)\b/

function readTextField({ fields }: ToolResult, names: readonly string[]): string | undefined {
  const places = [fields, ...Object.values(fields)].filter((place) => typeof place === 'object' && place !== null)
  for (const place of places as Record<string, unknown>[]) {
    const name = names.find((each) => typeof place[each] === 'string' && place[each] !== '')
    if (name) return place[name] as string
  }
  return undefined
}

/**
 * Tried in this order; the first skill that is sure answers. Explicit requests come before knowledge, certain answers
 * before entering a playbook, and likely answers after the playbooks.
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

/**
 * Chooses the next step. After a tool result it replies; only after entering a playbook it first tries that playbook's
 * skills.
 */
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
