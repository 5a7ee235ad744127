import type { FlowSlot } from '@parley/definition'
import { createAnswerContext } from '../answers/answer-context.ts'
import type { FlowChoice, FlowWorld, OpenQuestion } from '../engine.ts'
import { readSlotAnswer } from '../read/index.ts'
import { validateSlot } from '../slots/store.ts'
import { listAnswers, type VerifierTurn } from '../verify/answers.ts'
import { askBack, listWordings, type Manner, writeOpening } from './manners.ts'
import { createRandom, type PlayerRandom, pickOne } from './random.ts'
import { isAbout, isAboutPerson, lastQuestionOf, listNaturalAnswers } from './topics.ts'

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
  const answered = new Map<string, number>()
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
      const question = lastQuestionOf(view.text) ?? ''
      const times = (answered.get(question) ?? 0) + 1
      const isPatient = times <= maxRepeats && answered.size < maxQuestions
      const answer = isPatient ? answerAgent(view, question, context) : undefined
      if (answer !== undefined) {
        answered.set(question, times)
        return answer
      }
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

/** Outside of flows, nothing else ends a conversation with an agent that goes on asking. */
const maxQuestions = 8
const maxRepeats = 2

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

/** By the name of the slot, of the field that it is bound to, or of what it is about. */
function findFact(slot: FlowSlot, { facts = {} }: PlayerProfile): string | undefined {
  const names = [slot.name, slot.bind?.split('.').at(-1)].map((one) => one?.toLowerCase())
  const entries = Object.entries(facts)
  const found =
    entries.find(([key]) => names.includes(key.toLowerCase())) ?? entries.find(([key]) => isAbout(key, slot))
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

/** What the slot is about, or else anything that fits; another one when the flow rejected the last. */
function findFittingAnswer(slot: FlowSlot, times: number, context: PlayerContext): string {
  const { world, random } = context
  const natural = listNatural(slot, context).filter((text) => readValue(slot, text, { context }) !== undefined)
  const fitting = listAnswers(slot, undefined, { atoms: [], world }).map(({ text }) => text)
  const typical = slot.type === 'string' || slot.type === 'enum' ? fitting[0] : pickOne(fitting, random)
  const all = [...natural, ...fitting]
  return (times === 1 ? (pickOne(natural, random) ?? typical) : all[(times - 1) % all.length]) ?? all[0] ?? 'yes'
}

/** Where nothing says what a text is about, it is what the person came for. People say yes and no alike. */
function listNatural(slot: FlowSlot, { profile: { goal } }: PlayerContext): readonly string[] {
  if (slot.type === 'boolean') return []
  const natural = listNaturalAnswers(slot)
  return natural.length === 0 && slot.type === 'string' && !goal.includes('?') ? [goal.trim()] : natural
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
  const answer = readSlotAnswer(slot, { text }, createAnswerContext({ world }, offered && [...offered]))
  if (answer.kind !== 'value') return undefined
  return validateSlot(slot, { text, value: answer.value }, world) === undefined ? answer.value : undefined
}

/** Answers what the agent asks outside of flows. */
function answerAgent(view: PlayerView, prompt: string, context: PlayerContext): VerifierTurn | undefined {
  const { random } = context
  if (view.times > 0) return { slot: Math.floor(random() * Math.min(view.times, 3)), fallback: 'The first one' }
  if (view.asksToConfirm) return { confirm: true, fallback: 'yes' }
  if (!isAboutPerson(prompt)) return undefined
  const slot: FlowSlot = { name: 'question', type: 'string', prompt }
  const answer = findFact(slot, context.profile) ?? pickOne(listNaturalAnswers(slot), random)
  return answer === undefined ? undefined : writeAnswer(slot, answer, context)
}

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
