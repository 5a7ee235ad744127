import type { FlowSlot, SlotType } from '@parley/definition'
import type { FlowQuestion, FlowRequest, OpenQuestion } from './engine.ts'
import { fillText, neutralizeMarkers } from './fill.ts'
import { endBecauseMissing, type FlowRun, findSlot, getFrame, getStep, updateFrame } from './run.ts'
import { chooseQuestionForm } from './slots/choices.ts'

/** Builds the question for a slot without a prompt. */
function defaultPrompt({ name, type, options = [], source }: FlowSlot): string {
  const words = toWords(name)
  const isOwnType = type === 'timeslot' || type === 'boolean' || type === 'location'
  const isChoice = !isOwnType && (options.length > 0 || source !== undefined)
  return isChoice ? `Which ${words} would you like?` : promptsByType[type](words)
}

const promptsByType: Record<SlotType, (words: string) => string> = {
  string: (words) => knownPrompts[words] ?? `What is your ${words}?`,
  email: (words) => `What is your ${keepPrefix(words, /\s*e-?mail( address)?$/)}email address?`,
  phone: (words) => `What is your ${keepPrefix(words, /\s*(tele)?phone( number)?$/)}phone number?`,
  number: (words) => {
    const counted = /^(?:number of|how many|count of) (.+)$/.exec(words)?.[1] ?? /^(.*[^s]s)$/.exec(words)?.[1]
    return counted === undefined ? `What is your ${words}?` : `How many ${counted}?`
  },
  date: (words) => (/^(date|day)$/.test(words) ? 'Which date suits you?' : `What is your ${words}?`),
  timeslot: () => 'Which time suits you?',
  enum: (words) => `Which ${words} would you like?`,
  location: () => 'Which of our locations suits you?',
  boolean: (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}: yes or no?`,
}

const knownPrompts: Record<string, string> = {
  notes: 'Is there anything we should know?',
  comments: 'Is there anything we should know?',
  message: 'What would you like to tell us?',
  question: 'What would you like to know?',
  topic: 'What is it about?',
  reason: 'What is the reason?',
}

function keepPrefix(words: string, suffix: RegExp): string {
  const rest = words.replace(suffix, '').trim()
  return rest === '' || rest === words ? '' : `${rest} `
}

/** Splits `workEmail`, `work_email` and `work-email` into two words. */
function toWords(name: string): string {
  const words = name.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-\s]+/g, ' ')
  return words.trim().toLowerCase() || 'answer'
}

export function askQuestion(run: FlowRun, open: OpenQuestion): FlowRequest {
  return pushQuestion(run, open, { asked: undefined, isAgain: false })
}

/** A repetition after a digression does not count as a failure. */
export function repeatQuestion(run: FlowRun, open: OpenQuestion, { isFailure }: { isFailure: boolean }): FlowRequest {
  const { asked: before } = getFrame(run)
  return pushQuestion(run, open, { asked: isFailure ? (before ?? 0) + 1 : before, isAgain: true })
}

function pushQuestion(
  run: FlowRun,
  open: OpenQuestion,
  how: { asked: number | undefined; isAgain: boolean },
): FlowRequest {
  const question = buildQuestion(run, open)
  if (!question) return endBecauseMissing(run, 'the question')
  updateFrame(run, { awaits: open, asked: how.asked })
  run.effects.push({ kind: 'ask', question: { ...question, again: how.isAgain } })
  run.trace.push(`ask ${question.intentId}${how.isAgain ? ' again' : ''}`)
  return { kind: 'reply' }
}

/** Returns undefined if the flow no longer has the slot or action. */
export function buildQuestion(run: FlowRun, open: OpenQuestion): Omit<FlowQuestion, 'again'> | undefined {
  if (open.kind === 'confirmAction') return buildActionQuestion(run)
  const slot = findSlot(run, open.slot)
  if (!slot) return undefined
  if (open.kind === 'confirmSlot') {
    const text = `You said ${neutralizeMarkers(open.label)}, is that right?`
    return { intentId: `${slot.name}.confirm`, text, form: { kind: 'confirm' } }
  }
  const text = fillText(run, slot.prompt ?? '').trim() || defaultPrompt(slot)
  return { intentId: slot.name, text, form: chooseQuestionForm(slot, open.offered) }
}

function buildActionQuestion(run: FlowRun): Omit<FlowQuestion, 'again'> | undefined {
  const step = getStep(run)
  if (!step || !('action' in step)) return undefined
  const text = fillText(run, step.confirm ?? '').trim() || 'Shall I go ahead?'
  return { intentId: `action.${step.id ?? getFrame(run).step + 1}`, text, form: { kind: 'confirm' } }
}
