import type { AgentFlow, FlowSlot } from '@parley/definition'
import { readAnswer } from '../read/index.ts'
import { isDoubtful } from '../read/words/doubt.ts'
import { folded, wordsOf } from '../read/words/plain.ts'
import { flowOf, type Run } from '../run.ts'
import { onFile } from '../slots/held.ts'
import { keepAnswer } from '../slots/keep.ts'
import { type Given, refusal } from '../slots/validate.ts'
import { about } from './about.ts'

/** Who writes more than this tells a story. */
const longest = 500

/** Keeps what the message that began a flow says of its slots, where it cannot be mistaken. */
export function keepForetold(run: Run, text: string): void {
  const flow = flowOf(run)
  if (!flow || text.length > longest) return
  for (const slot of flow.slots.filter((one) => isAskedFor(flow, one) && onFile(run, one) === undefined)) {
    const said = readers[slot.type]?.(text, slot, flow)
    const given = said === undefined ? undefined : read(run, slot, said)
    if (given) keepAnswer(run, slot, given)
  }
}

/** What is to be confirmed, or chosen of what is not known yet, is asked for in its turn. */
function isAskedFor({ steps }: AgentFlow, { name, source, confirm }: FlowSlot): boolean {
  return (
    source === undefined && !confirm && steps.some((step) => 'collect' in step && [step.collect].flat().includes(name))
  )
}

function read(run: Run, slot: FlowSlot, text: string): Given | undefined {
  const answer = readAnswer(slot, { text }, about(run))
  if (answer.kind !== 'value') return undefined
  const given = { ...answer, text }
  return refusal(slot, given, run.world) === undefined ? given : undefined
}

/** The words of a message that are for a slot. */
type Reader = (text: string, slot: FlowSlot, flow: AgentFlow) => string | undefined

const readers: Partial<Record<FlowSlot['type'], Reader>> = {
  enum: (text, slot, flow) => optionIn(text, slot, flow),
  email: (text, slot, flow) => {
    const [address, ...more] = text.match(/\S+@\S+/g) ?? []
    return isAlone(slot, flow) && more.length === 0 && !/\byour\b/i.test(text) ? address : undefined
  },
  phone: (text, slot, flow) =>
    isAlone(slot, flow) && !/\d{4}-\d\d-\d\d|\byour\b/i.test(text) ? text.replaceAll(/\S+@\S+/g, ' ') : undefined,
  number: (text, { name }) => {
    const [counted] = name.match(/\p{Lu}?\p{Ll}{3,30}$/u) ?? []
    const stem = counted?.toLowerCase().replace(/s$/, '')
    return stem && new RegExp(`(?<![\\p{L}\\p{N}.,:/-])(\\p{L}+|\\d{1,6}) ${stem}s?(?!\\p{L})`, 'iu').exec(text)?.[1]
  },
}

const isAlone = ({ type }: FlowSlot, { slots }: AgentFlow): boolean =>
  slots.filter((slot) => slot.type === type).length === 1

/** The one option of which a word stands in the text; not in a question, which may be about it, nor beside a doubt. */
function optionIn(text: string, { options = [] }: FlowSlot, { slots }: AgentFlow): string | undefined {
  const said = folded(text.replaceAll(/\bgood (?:morning|afternoon|evening|day|night)\b/gi, ' '))
  const words = new Set(wordsOf(said))
  if ([...words].some(isDoubtful) || /^(?:do|does|did|is|are|was|were|has|have|tell|will)\b/.test(said))
    return undefined
  const named = options.filter((option) => isNamed(option, words))
  const [option] = named
  if (option === undefined || named.length > 1) return undefined
  const others = slots.flatMap((slot) => (slot.options === options ? [] : (slot.options ?? [])))
  return others.some((other) => isNamed(other, words)) ? undefined : option
}

const isNamed = (option: string, words: ReadonlySet<string>): boolean =>
  wordsOf(folded(option)).some((word) => word.length >= shortest && !general.has(word) && words.has(word))

const shortest = 4
/** Said of anything that a flow may be for. */
const general = new Set(
  `appointment appointments booking bookings visit visits meeting meetings time times slot slots week weekend today tomorrow morning
  afternoon evening night book make schedule call help question questions want need like would could please thank thanks hello
  have with from this that next your about just some sure okay good great more first last other change move cancel`.split(
    /\s+/,
  ),
)
