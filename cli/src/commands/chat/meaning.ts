import type { Offer } from './shown/bubble.ts'
import type { Screen } from './shown/screen.ts'
import type { Directive } from './turn.ts'

const commandNames = ['help', 'why', 'reset'] as const
export type CommandName = (typeof commandNames)[number]
const quitting = ['quit', 'exit', 'q']

/** What a line that somebody types is. */
export type Meaning =
  | { kind: 'nothing' }
  | { kind: 'quit' }
  | { kind: 'command'; name: CommandName }
  /** `opens` is there where nobody need answer: a link, a call; it is empty where nobody knows what. */
  | { kind: 'turn'; turn: Directive; shown: string; opens?: string }
  | { kind: 'refused'; why: string }

const longestText = 4_000

export function meaningOf(line: string, screen: Screen): Meaning {
  const text = line.trim()
  if (text === '') return { kind: 'nothing' }
  if (text.startsWith('/') && !text.startsWith('//')) return ofSlash(text.slice(1))
  const offer = meant(text, screen.offers)
  if (offer) return tapped(offer)
  const said = several(text, screen) ?? text.replace(/^\/\//, '/')
  if (said.length > longestText) return refused(`At most ${longestText} characters can be said at once`)
  return { kind: 'turn', turn: said, shown: said }
}

const refused = (why: string): Meaning => ({ kind: 'refused', why })

const tapped = ({ messageId, index, label, kind, target = '' }: Offer): Meaning => ({
  kind: 'turn',
  turn: { tap: { messageId, index } },
  shown: `[${label}]`,
  ...(kind !== 'reply' && { opens: target }),
})

/** By its number, or by its words where only one has them. */
function meant(text: string, offers: readonly Offer[]): Offer | undefined {
  const numbered = /^\d{1,3}$/.test(text) ? offers.find(({ number }) => number === Number(text)) : undefined
  if (numbered) return numbered
  const alike = offers.filter(({ label }) => folded(label) === folded(text))
  return alike.length === 1 ? alike[0] : undefined
}

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** `1, 3` where several may be chosen: there is no directive for it, but their words say the same. */
function several(text: string, { bubbles }: Screen): string | undefined {
  if (!/^\d{1,3}(?:[\s,]+\d{1,3})+$/.test(text)) return undefined
  const numbers = text.split(/[\s,]+/).map(Number)
  for (const { multiple, picks } of bubbles) {
    const chosen = numbers.map((number) => picks.find(({ offer }) => offer.number === number))
    const labels = chosen.flatMap((pick) => (pick ? [pick.offer.label] : []))
    if (multiple && labels.length === numbers.length) return labels.join(', ')
  }
  return undefined
}

function ofSlash(text: string): Meaning {
  const [word = '', ...rest] = text.split(/\s+/)
  if (word === 'turn') return ofTurn(text.slice(word.length).trim())
  if (rest.length > 0) return refused('Only /turn takes something beside it. A second slash says a line as it is: //…')
  if (quitting.includes(word)) return { kind: 'quit' }
  const name = commandNames.find((one) => one === word)
  return name ? { kind: 'command', name } : refused(`There is no /${word}. /help lists what there is`)
}

/** Whatever a test case can have a person do. */
function ofTurn(json: string): Meaning {
  try {
    const turn: unknown = JSON.parse(json)
    if (typeof turn === 'string' || (typeof turn === 'object' && turn !== null && !Array.isArray(turn))) {
      return { kind: 'turn', turn: turn as Directive, shown: json }
    }
  } catch {
    // What follows is said of both.
  }
  return refused('/turn takes a directive of test cases as JSON, as in: /turn { "slot": 0 }')
}
