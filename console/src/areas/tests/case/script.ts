import type { CaseChannel } from '@parley/testcase'
import type { Bubble } from '../../../parts/handset/bubble.ts'
import { agentWords, noteBubble, personBubble } from '../../../parts/handset/bubbles.ts'
import { type Draft, isFields, listAt } from './draft.ts'
import { kindOf, spoken } from './turns.ts'
import type { Preview } from './usePreview.ts'

/** The case as a transcript, as far as it is known before it is played: what the agent says is not. */
export function scriptOf(draft: Draft, preview: Preview | undefined): Bubble[] {
  const channel: CaseChannel = preview?.brief.channel ?? 'rcs'
  const seed = listAt(draft, ['scenario', 'persona', 'preset', 'historySeed'])
  const before = [...seed, ...listAt(draft, ['scenario', 'history'])].filter(isFields)
  const { greeting } = preview?.resolved ?? {}
  return [
    ...before.map((line, place) => lineOf(line, `before${place}`, channel)),
    ...(greeting === undefined ? [] : [agentWords(greeting, { channel, messageId: 'greeting' })]),
    ...listAt(draft, ['turns']).map((turn, place) => turnOf(turn, `turn${place}`)),
  ]
}

function lineOf({ role, content }: Draft, id: string, channel: CaseChannel): Bubble {
  const text = String(content ?? '')
  if (role === 'assistant') return agentWords(text, { channel, messageId: id, earlier: true })
  return personBubble({ id, text, earlier: true })
}

function turnOf(turn: unknown, id: string): Bubble {
  const kind = kindOf(turn)
  if (kind === 'system' || kind === 'simulate') return noteBubble(id, spoken(turn))
  const media =
    isFields(turn) && typeof turn.url === 'string' ? { url: turn.url, mediaType: `${turn.media}/*` } : undefined
  return personBubble({ id, text: spoken(turn), media })
}
