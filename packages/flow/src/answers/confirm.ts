import type { FlowSlot } from '@parley/definition'
import type { FlowNeed, Open } from '../engine.ts'
import { readAnswer, readYesNo } from '../read/index.ts'
import { change, gone, type Run, slotNamed } from '../run.ts'
import { staticChoices } from '../slots/choices.ts'
import { keepAnswer } from '../slots/keep.ts'
import type { Given } from '../slots/validate.ts'
import { decideAction } from '../steps/action.ts'
import { about } from './about.ts'
import { type Reply, take } from './slot.ts'
import { unclear } from './unclear.ts'

type OpenConfirm = Exclude<Open, { kind: 'slot' }>

export function answerConfirm(run: Run, open: OpenConfirm, reply: Reply): FlowNeed | undefined {
  const said = yesNo(reply)
  const another = open.kind === 'confirmSlot' && said !== 'yes' ? anotherValue(run, open, reply) : undefined
  if (another) return another.take()
  return said === undefined ? unclear(run, open, reply.text) : decide(run, open, said === 'yes')
}

/** A value that was read back is kept, or asked for anew; an action is done, or left. */
export function decide(run: Run, open: OpenConfirm, isYes: boolean): FlowNeed | undefined {
  if (open.kind === 'confirmAction') return decideAction(run, isYes)
  const slot = slotNamed(run, open.slot)
  if (!slot) return gone(run, open.slot)
  if (isYes) keepAnswer(run, slot, open)
  else run.trace.push(`${slot.name} denied`)
  change(run, { awaits: undefined, asked: undefined })
  return undefined
}

function yesNo({ text, picked = [] }: Reply): 'yes' | 'no' | undefined {
  const [one] = picked
  return one === 'yes' || one === 'no' ? one : readYesNo(text)
}

/** “No, it is ada@example.com” says what it is instead; of a text of one's own that cannot be told. */
function anotherValue(run: Run, open: Extract<Open, { kind: 'confirmSlot' }>, reply: Reply) {
  const slot = slotNamed(run, open.slot)
  if (!slot || slot.source !== undefined || !isTelling(slot)) return undefined
  const text = reply.text.replace(/^\s*(?:no|nope|nah|wrong)\b[\s,.:;!–-]*/i, '')
  const offered = staticChoices(slot)
  const answer = readAnswer(slot, { text }, about(run, offered))
  if (text.trim() === '' || answer.kind !== 'value' || answer.value === open.value) return undefined
  const given: Given = { ...answer, text }
  return { take: () => take(run, { kind: 'slot', slot: slot.name, ...(offered && { offered }) }, slot, given) }
}

function isTelling({ type, options }: FlowSlot): boolean {
  return type !== 'boolean' && (type !== 'string' || options !== undefined)
}
