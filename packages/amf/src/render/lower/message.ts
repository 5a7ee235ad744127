import { formatFieldPath } from '@parley/findings'
import type { Channel } from '../../model/channels.ts'
import type { ContentMessage } from '../../model/message.ts'
import type { Part, PartType, PortablePart } from '../../model/parts.ts'
import { acceptsChips, type Draft, type DraftChip, withoutChips } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'

import { draftChips } from './chips.ts'
import { lowerPart } from './index.ts'

/** Lowers the parts to the channel's features and puts the message's chips under the last one. */
export function lowerMessage(message: ContentMessage, context: RenderContext): Draft[] {
  const { channel, chips: slot } = context.profile
  const parts = message.parts.flatMap((part, at) => toPortableParts(part, `parts[${at}]`, channel))
  const lastAsking = slot.vanish ? parts.findLastIndex(({ part }) => asking.has(part.type)) : -1
  const drafts = parts.flatMap(({ part, path }, at) => {
    const vanishes = at < lastAsking && asking.has(part.type)
    return vanishes ? lowerPart(part, path, withoutChips(context)).map(chipless) : lowerPart(part, path, context)
  })
  const chips = draftChips(message.chips, '', context)
  return attachUnder(drafts, slot.vanish ? [...detachChips(drafts), ...chips] : chips)
}

type LocatedPart = { part: PortablePart | Extract<Part, { type: 'native' }>; path: string }

/** A native part is used on its own channel; elsewhere its fallback is. */
function toPortableParts(part: Part, path: string, channel: Channel): LocatedPart[] {
  if (part.type !== 'native' || part.channel === channel) return [{ part, path }]
  return part.fallback.map((own, at) => ({ part: own, path: formatFieldPath([`${path}.fallback`, at]) }))
}

/** Parts that put chips under a message. Where chips vanish, only the last of these parts can have them. */
const asking: ReadonlySet<PartType> = new Set([
  'ask.choice',
  'ask.time',
  'confirm',
  'ask.location',
  'share.event',
  'share.place',
])

function chipless(draft: Draft): Draft {
  return draft.kind === 'text' ? { ...draft, chipless: true } : draft
}

/** Removes the chips from the drafts so that they can go under the last one. */
function detachChips(drafts: readonly Draft[]): DraftChip[] {
  const owners = drafts.filter(acceptsChips).filter((draft) => draft.kind !== 'text' || !draft.chipless)
  return owners.flatMap((draft) => draft.chips.splice(0))
}

function attachUnder(drafts: Draft[], chips: DraftChip[]): Draft[] {
  if (chips.length === 0) return drafts
  const last = drafts.at(-1)
  if (last && acceptsChips(last)) last.chips = [...last.chips, ...chips]
  else drafts.push({ kind: 'text', runs: [], chips, path: 'chips' })
  return drafts
}
