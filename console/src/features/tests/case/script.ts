import type { CaseChannel } from '@parley/testcase'
import type { HandsetBubble } from '../../../components/handset/bubble.ts'
import { agentTextBubble, noteBubble, personBubble } from '../../../components/handset/bubbles.ts'
import { type CaseDraft, draftListAt, isPlainObject } from './case-draft.ts'
import { describeTurn, turnKindOf } from './case-turns.ts'
import type { TestCasePreview } from './useCasePreview.ts'

/** The case as a transcript, as far as it is known before it is played: what the agent says is not. */
export function buildScriptPreview(draft: CaseDraft, preview: TestCasePreview | undefined): HandsetBubble[] {
  const channel: CaseChannel = preview?.brief.channel ?? 'rcs'
  const seed = draftListAt(draft, ['scenario', 'persona', 'preset', 'historySeed'])
  const before = [...seed, ...draftListAt(draft, ['scenario', 'history'])].filter(isPlainObject)
  const { greeting } = preview?.resolved ?? {}
  return [
    ...before.map((line, index) => lineBubble(line, `before${index}`, channel)),
    ...(greeting === undefined ? [] : [agentTextBubble(greeting, { channel, messageId: 'greeting' })]),
    ...draftListAt(draft, ['turns']).map((turn, index) => turnBubble(turn, `turn${index}`)),
  ]
}

function lineBubble({ role, content }: CaseDraft, id: string, channel: CaseChannel): HandsetBubble {
  const text = String(content ?? '')
  if (role === 'assistant') return agentTextBubble(text, { channel, messageId: id, earlier: true })
  return personBubble({ id, text, earlier: true })
}

function turnBubble(turn: unknown, id: string): HandsetBubble {
  const kind = turnKindOf(turn)
  if (kind === 'system' || kind === 'simulate') return noteBubble(id, describeTurn(turn))
  const media =
    isPlainObject(turn) && typeof turn.url === 'string' ? { url: turn.url, mediaType: `${turn.media}/*` } : undefined
  return personBubble({ id, text: describeTurn(turn), media })
}
