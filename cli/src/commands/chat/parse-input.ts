import type { PersonaTurnDirective } from './persona-session.ts'
import type { ChatOffer, ChatScreen } from './rendered/chat-bubble.ts'

const slashCommandNames = ['help', 'why', 'reset'] as const
export type SlashCommandName = (typeof slashCommandNames)[number]
const quitCommands = ['quit', 'exit', 'q']

export type ParsedInput =
  | { kind: 'nothing' }
  | { kind: 'quit' }
  | { kind: 'command'; name: SlashCommandName }
  /** `opens` is set if the tap needs no answer (a link, a call): its target, or empty if unknown. */
  | { kind: 'turn'; turn: PersonaTurnDirective; displayText: string; opens?: string }
  | { kind: 'refused'; reason: string }

const longestText = 4_000

export function parseInput(line: string, screen: ChatScreen): ParsedInput {
  const text = line.trim()
  if (text === '') return { kind: 'nothing' }
  if (text.startsWith('/') && !text.startsWith('//')) return parseSlashCommand(text.slice(1))
  const offer = findOffer(text, screen.offers)
  if (offer) return tapInput(offer)
  const message = parseMultipleChoice(text, screen) ?? text.replace(/^\/\//, '/')
  if (message.length > longestText) return rejectInput(`A message has at most ${longestText} characters`)
  return { kind: 'turn', turn: message, displayText: message }
}

const rejectInput = (reason: string): ParsedInput => ({ kind: 'refused', reason })

const tapInput = ({ messageId, index, label, kind, target = '' }: ChatOffer): ParsedInput => ({
  kind: 'turn',
  turn: { tap: { messageId, index } },
  displayText: `[${label}]`,
  ...(kind !== 'reply' && { opens: target }),
})

/** Finds an offer by its number, or by its label if only one offer has it. */
function findOffer(text: string, offers: readonly ChatOffer[]): ChatOffer | undefined {
  const numbered = /^\d{1,3}$/.test(text) ? offers.find(({ number }) => number === Number(text)) : undefined
  if (numbered) return numbered
  const alike = offers.filter(({ label }) => normalizeLabel(label) === normalizeLabel(text))
  return alike.length === 1 ? alike[0] : undefined
}

const normalizeLabel = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Parses `1, 3` for a list that allows several choices. No directive exists for that, so the labels are sent as text.
 */
function parseMultipleChoice(text: string, { bubbles }: ChatScreen): string | undefined {
  if (!/^\d{1,3}(?:[\s,]+\d{1,3})+$/.test(text)) return undefined
  const numbers = text.split(/[\s,]+/).map(Number)
  for (const { multiple, options } of bubbles) {
    const chosen = numbers.map((number) => options.find(({ offer }) => offer.number === number))
    const labels = chosen.flatMap((pick) => (pick ? [pick.offer.label] : []))
    if (multiple && labels.length === numbers.length) return labels.join(', ')
  }
  return undefined
}

function parseSlashCommand(text: string): ParsedInput {
  const [word = '', ...rest] = text.split(/\s+/)
  if (word === 'turn') return parseTurnCommand(text.slice(word.length).trim())
  if (rest.length > 0)
    return rejectInput('Only /turn takes an argument. To send a line that begins with a slash, type two: //…')
  if (quitCommands.includes(word)) return { kind: 'quit' }
  const name = slashCommandNames.find((one) => one === word)
  return name ? { kind: 'command', name } : rejectInput(`Unknown command /${word}. /help lists the commands`)
}

/** Parses any directive that a test case can give a persona. */
function parseTurnCommand(json: string): ParsedInput {
  try {
    const turn: unknown = JSON.parse(json)
    if (typeof turn === 'string' || (typeof turn === 'object' && turn !== null && !Array.isArray(turn))) {
      return { kind: 'turn', turn: turn as PersonaTurnDirective, displayText: json }
    }
  } catch {
    // Invalid JSON gets the same message as an invalid directive.
  }
  return rejectInput('/turn takes a test-case directive as JSON, for example: /turn { "slot": 0 }')
}
