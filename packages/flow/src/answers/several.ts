import type { CollectStep, FlowSlot } from '@parley/definition'
import { readAnswer } from '../read/index.ts'
import { type Run, stepOf } from '../run.ts'
import { onFile } from '../slots/held.ts'
import { keepAnswer } from '../slots/keep.ts'
import { type Given, refusal } from '../slots/validate.ts'
import { openSlots } from '../steps/collect.ts'
import { about } from './about.ts'

/** Few things are so much themselves that they are known where nobody asked for them. */
const unmistakable: readonly FlowSlot['type'][] = ['email', 'phone']

/** Who writes more than this tells a story. */
const longest = 1000

/** Takes out of a reply what answers other slots of the same step, and leaves what is for the one that was asked. */
export function leftForAsked(run: Run, asked: FlowSlot, text: string): string {
  const step = stepOf(run)
  if (!step || !('collect' in step) || text.length > longest) return text
  const others = othersOf(run, asked, step)
  if (others.length === 0) return text
  const pieces = piecesOf(text, asked)
  let left = pieces
  for (const slot of others) {
    const found = left
      .filter((piece) => asked.type !== 'string' || isBare(piece))
      .flatMap((piece) => read(run, slot, piece) ?? [])
    const [given] = found
    if (!given || found.length > 1 || left.length < 2) continue
    keepAnswer(run, slot, given)
    left = left.filter((piece) => piece !== given.text)
  }
  return left === pieces ? text : left.join(', ')
}

/** In words of one's own an address is part of what is said, unless it stands alone. */
function isBare(piece: string): boolean {
  return !/\s/.test(piece) || !/\p{L}/u.test(piece)
}

function othersOf(run: Run, asked: FlowSlot, step: CollectStep): FlowSlot[] {
  const open = openSlots(run, step)
  const isAlone = ({ type }: FlowSlot) => open.filter((slot) => slot.type === type).length === 1
  return open.filter((slot) => slot.name !== asked.name && isPlain(slot) && isAlone(slot) && !onFile(run, slot))
}

/** Where a choice or a confirmation is wanted, it is asked for in its turn. */
function isPlain({ type, options, source, confirm }: FlowSlot): boolean {
  return unmistakable.includes(type) && !options && source === undefined && !confirm
}

function read(run: Run, slot: FlowSlot, text: string): Given | undefined {
  const answer = readAnswer(slot, { text }, about(run))
  if (answer.kind !== 'value') return undefined
  const given = { ...answer, text }
  return refusal(slot, given, run.world) === undefined ? given : undefined
}

/** Parted by commas, lines and “and”; an e-mail address stands by itself wherever it stands. */
function piecesOf(text: string, asked: FlowSlot): string[] {
  const isFree = asked.type === 'string'
  const apart = isFree ? text : text.replaceAll(/\S+@\S+/g, (address) => `,${address.replace(/[,;.]+$/, '')},`)
  return apart
    .split(/[,;\n]|\s+and\s+/i)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}
