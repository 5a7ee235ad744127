import { plain } from './aml.ts'
import { contactSentence, phrases } from './phrases.ts'
import { certainFact } from './skills/known.ts'
import { isMoving } from './skills/picked-time.ts'
import { requestIn, timesIn } from './skills/scheduling.ts'
import { call, isQuestion, type Step, say, type ToolResult, type View } from './view.ts'

/** What is said of what the tools have answered. */
export function afterTools(view: View): Step {
  const last = view.done.at(-1)
  const answer = last && Object.hasOwn(answers, last.name) ? answers[last.name] : undefined
  if (last && answer) return answer(view, last)
  return say(last?.ok ? phrases.done : whyNot(last))
}

type Answer = (view: View, last: ToolResult) => Step

const answers: Record<string, Answer> = {
  'scheduling.book': (view, last) => (last.ok ? say(phrases.booked(labelOf(view, last))) : otherTimes(view, last)),
  'scheduling.reschedule': (view, last) => (last.ok ? say(phrases.moved(labelOf(view, last))) : otherTimes(view, last)),
  'scheduling.cancel': (_, last) => say(last.ok ? phrases.cancelled(textIn(last, labels) ?? '') : whyNot(last)),
  'scheduling.offerTimes': (view, last) => {
    const failed = view.done.find(({ ok }) => !ok)
    const before = failed && failed !== last ? whyNot(failed) : undefined
    if (!last.ok) return say(before, noTimes(view, last))
    return say(before, isMove(view) ? phrases.moveTimes : phrases.offerTimes)
  },
  'people.save': contactsTaken,
  'notify.team': contactsTaken,
  /** The card that is shown says when they are there. */
  'human.contact': ({ hints: { contact } }, { ok }) =>
    ok ? say(phrases.human) : say(phrases.noHuman, contact.availability && plain(contact.availability)),
}

/** The time is gone: others are shown, once. */
function otherTimes(view: View, last: ToolResult): Step {
  const asked = view.done.some(({ name }) => name === 'scheduling.offerTimes')
  return (asked ? undefined : call(view, { name: 'scheduling.offerTimes', given: {} })) ?? say(whyNot(last))
}

/** Another day may do where one was named; else somebody is to be asked. */
function noTimes(view: View, last: ToolResult): string {
  const another = isMove(view) ? phrases.otherDayToMove : phrases.otherDay
  const next = timesIn(view, 'all') ? another : contactSentence(view.hints)
  return [whyNot(last), next].filter(Boolean).join(' ')
}

function isMove(view: View): boolean {
  const request = view.hints.picked ? undefined : requestIn(view)
  return request === undefined ? isMoving(view) : request === 'move'
}

/** Thanks, and the answer to what was asked in the same breath. */
function contactsTaken(view: View): Step {
  const of = (name: string) => view.done.find((result) => result.name === name)
  const [saved, told] = [of('people.save'), of('notify.team')]
  const failed = [saved, told].find((result) => result && !result.ok)
  const thanks = saved?.ok ? phrases.saved(view.hints.partner.firstName ?? '') : undefined
  const sentences = [thanks, told?.ok ? phrases.teamTold : undefined, failed && whyNot(failed)]
  const answer = isQuestion(view) ? certainFact(view)?.text : undefined
  return say(sentences.filter(Boolean).join(' '), answer)
}

const labels = ['label', 'when', 'time'] as const
const reasons = ['why', 'sentence', 'message', 'error', 'reason', 'detail'] as const

function labelOf(view: View, result: ToolResult): string {
  return textIn(result, labels) ?? view.hints.picked?.labels[0] ?? ''
}

/** What a tool says of itself is for people where it is about times, about people or about the team; not of its arguments. */
function whyNot(result: ToolResult | undefined): string {
  const why = result && textIn(result, reasons)
  if (result?.name === 'people.save') return phrases.notNoted
  return why === undefined || isInner.test(why) ? phrases.didNotWork : plain(why)
}

const isInner =
  /^The arguments |^There is no (?:tool|such field)\b|^The field |\b(?:did not work just now|is not set up here)\b/

/** A field of the result, or of what the result holds. */
function textIn({ fields }: ToolResult, names: readonly string[]): string | undefined {
  const places = [fields, ...Object.values(fields)].filter((place) => typeof place === 'object' && place !== null)
  for (const place of places as Record<string, unknown>[]) {
    const name = names.find((each) => typeof place[each] === 'string' && place[each] !== '')
    if (name) return place[name] as string
  }
  return undefined
}
