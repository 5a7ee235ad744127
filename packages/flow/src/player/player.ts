import type { FlowSlot } from '@parley/definition'
import type { FlowChoice, FlowWorld, OpenQuestion } from '../engine.ts'
import { readSlotAnswer } from '../read/index.ts'
import { validateSlot } from '../slots/store.ts'
import { listAnswers, type VerifierTurn } from '../verify/answers.ts'
import { askBack, listWordings, type Manner, writeOpening } from './manners.ts'
import { createRandom, type PlayerRandom, pickOne } from './random.ts'

export type PlayerProfile = {
  /** What the person wants, in words. */
  goal: string
  /** Answers to questions, by the names of slots. */
  facts?: Readonly<Record<string, string | number | boolean>>
  manner?: Manner
}

/** What the person sees. */
export type PlayerView = {
  /** What the agent said since the person's last turn. */
  text: string
  /** The question that a flow has asked, and its slot. */
  question?: { open: OpenQuestion; slot?: FlowSlot }
  /** Labels of replies that can be tapped, and how many times can be picked. */
  chips: readonly string[]
  times: number
  asksToConfirm: boolean
}

export type Player = {
  /** What the person does next; undefined when they have nothing left to say. */
  next(view: PlayerView): VerifierTurn | undefined
}

type PlayerContext = { profile: PlayerProfile; manner: Manner; random: PlayerRandom; world: FlowWorld }

/** How often a person says what they want before they give up. */
const maxRequests = 2

/**
 * Creates a simulated person: without a model, and the same for the same seed. They answer the questions of flows with
 * their facts, or else with something that fits; they tap or type, and write in their own manner.
 */
export function createPlayer(profile: PlayerProfile, { seed, world }: { seed: number; world: FlowWorld }): Player {
  const context: PlayerContext = { profile, manner: profile.manner ?? 'plain', random: createRandom(seed), world }
  const asked = new Map<string, number>()
  let requests = 0
  let chipsTapped = 0

  function answerFlow({ open, slot }: NonNullable<PlayerView['question']>): VerifierTurn {
    const key = JSON.stringify([open.kind, 'slot' in open ? open.slot : ''])
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    if (open.kind !== 'slot') return confirmQuestion(open, times, context)
    return slot ? answerSlot(slot, { offered: open.offered, times }, context) : 'Yes'
  }

  return {
    next(view) {
      if (view.question) return answerFlow(view.question)
      if (requests === 0) {
        requests++
        return writeOpening(profile.goal, context.manner, context.random)
      }
      const answer = answerAgent(view, context)
      if (answer !== undefined) return answer
      const chip = chipsTapped < maxChips ? chooseChip(view.chips, context) : undefined
      if (chip !== undefined) {
        chipsTapped++
        return { chip, fallback: chip }
      }
      if (requests >= maxRequests || !view.text.includes('?')) return undefined
      requests++
      return profile.goal.trim()
    },
  }
}

/** A person taps suggestions that lead toward the goal, but not forever. */
const maxChips = 3

/** A confused person takes back one answer, the first time it is read to them. */
function confirmQuestion(open: OpenQuestion, times: number, { manner, random }: PlayerContext): VerifierTurn {
  const changesMind = open.kind === 'confirmSlot' && manner === 'confused' && times === 1 && random() < 0.5
  return changesMind ? { confirm: false, fallback: 'no' } : { confirm: true, fallback: 'yes' }
}

type SlotQuestion = { offered?: readonly FlowChoice[]; times: number }

function answerSlot(slot: FlowSlot, question: SlotQuestion, context: PlayerContext): VerifierTurn {
  const { manner, random } = context
  // A text slot would take the question back as its answer.
  const mayAskBack = slot.type !== 'string' && manner === 'confused'
  if (mayAskBack && question.times === 1 && random() < 0.5) return askBack(random)
  const fact = question.times <= 2 ? findFact(slot, context.profile) : undefined
  const offered = question.offered ?? toChoices(slot)
  if (offered) return chooseOption(slot, { offered, fact, goal: context.profile.goal }, context)
  const answer = fact ?? findFittingAnswer(slot, question.times, context)
  return writeAnswer(slot, answer, context)
}

const toChoices = ({ options }: FlowSlot): FlowChoice[] | undefined =>
  options && options.length > 0 ? options.map((option) => ({ id: option, label: option })) : undefined

/** By the name of the slot, or of the field that it is bound to. */
export function findFact({ name, bind }: FlowSlot, { facts = {} }: PlayerProfile): string | undefined {
  const names = [name, bind?.split('.').at(-1)].map((one) => one?.toLowerCase())
  const found = Object.entries(facts).find(([key]) => names.includes(key.toLowerCase()))
  if (!found) return undefined
  const [, value] = found
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

/** Limits of the directives of a test case. */
const maxSlotIndex = 50
const maxChipLength = 200

type OptionWish = { offered: readonly FlowChoice[]; fact?: string; goal: string }

function chooseOption(slot: FlowSlot, { offered, fact, goal }: OptionWish, context: PlayerContext): VerifierTurn {
  const { random } = context
  const choice =
    (fact !== undefined && findChoice(offered, fact)) || findMentioned(offered, goal) || pickOne(offered, random)
  if (!choice) return fact ?? goal
  const { id, label } = choice
  if (slot.type === 'timeslot' || slot.source === 'scheduling.offerTimes')
    return { slot: Math.min(offered.indexOf(choice), maxSlotIndex), fallback: label }
  const isTyped = random() < 0.5 || label.length > maxChipLength
  const wording = isTyped ? findReadable(slot, label, { context, offered, value: id }) : undefined
  return wording ?? (label.length > maxChipLength ? label : { chip: label, fallback: label })
}

const normalize = (text: string): string => text.trim().toLowerCase()

function findChoice(offered: readonly FlowChoice[], fact: string): FlowChoice | undefined {
  const wanted = normalize(fact)
  return (
    offered.find(({ id, label }) => normalize(id) === wanted || normalize(label) === wanted) ??
    offered.find(({ label }) => normalize(label).includes(wanted))
  )
}

function findMentioned(offered: readonly FlowChoice[], goal: string): FlowChoice | undefined {
  const words = ` ${normalize(goal).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return offered.find(({ label }) => words.includes(` ${normalize(label)} `))
}

/** A different one each time the question is repeated, because the flow rejected the last. */
function findFittingAnswer(slot: FlowSlot, times: number, { world, random }: PlayerContext): string {
  const answers = listAnswers(slot, undefined, { atoms: [], world })
  const typical = slot.type === 'string' || slot.type === 'enum' ? answers[0] : pickOne(answers, random)
  const chosen = times === 1 ? typical : answers[(times - 1) % answers.length]
  return (chosen ?? answers[0])?.text ?? 'yes'
}

const writeAnswer = (slot: FlowSlot, answer: string, context: PlayerContext): string => {
  const value = readValue(slot, answer, { context })
  return (value === undefined ? undefined : findReadable(slot, answer, { context, value })) ?? answer
}

type Reading = { context: PlayerContext; offered?: readonly FlowChoice[] }

/** The first wording that still means the value; people are understood, so that a flow goes on. */
function findReadable(slot: FlowSlot, answer: string, reading: Reading & { value: unknown }): string | undefined {
  const { manner, random } = reading.context
  return listWordings(answer, manner, random).find((text) => readValue(slot, text, reading) === reading.value)
}

function readValue(slot: FlowSlot, text: string, { context: { world }, offered }: Reading): unknown {
  const { now, timezone, country } = world
  const about = { now, timezone, ...(country && { country }), ...(offered && { offered: [...offered] }) }
  const answer = readSlotAnswer(slot, { text }, about)
  if (answer.kind !== 'value') return undefined
  return validateSlot(slot, { text, value: answer.value }, world) === undefined ? answer.value : undefined
}

/** Answers what the agent asks outside of flows. */
function answerAgent(view: PlayerView, context: PlayerContext): VerifierTurn | undefined {
  const { profile, random } = context
  if (view.times > 0) return { slot: Math.floor(random() * Math.min(view.times, 3)), fallback: 'The first one' }
  if (view.asksToConfirm) return { confirm: true, fallback: 'yes' }
  if (!view.text.includes('?')) return undefined
  const question = normalize(view.text)
  const asked = detailSlots.find(({ words }) => words.test(question))
  if (!asked) return undefined
  const slot: FlowSlot = { name: asked.name, type: asked.type }
  const answer = findFact(slot, profile) ?? findFittingAnswer(slot, 1, context)
  return writeAnswer(slot, answer, context)
}

const detailSlots: { name: string; type: FlowSlot['type']; words: RegExp }[] = [
  { name: 'email', type: 'email', words: /\be-?mail\b/ },
  { name: 'phone', type: 'phone', words: /\b(?:phone|number to reach|mobile)\b/ },
]

/** Returns the suggestion that shares most words with the goal; undefined if none does. */
function chooseChip(chips: readonly string[], { profile }: PlayerContext): string | undefined {
  const wanted = new Set(normalize(profile.goal).match(/\p{L}{3,}/gu) ?? [])
  const scored = chips.map((chip) => ({
    chip,
    score: (normalize(chip).match(/\p{L}{3,}/gu) ?? []).filter((word) => wanted.has(word)).length,
  }))
  const [best] = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
  return best?.chip
}
