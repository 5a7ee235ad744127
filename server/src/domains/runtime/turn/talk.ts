import type { Chip, Part } from '@parley/amf'
import type { SearchHit } from '../../knowledge/index.ts'
import type { Meeting, Tool } from '../deps.ts'
import { askedOf } from '../heard.ts'
import { type ModelAnswer, ModelFailed, type ModelMessage, type PromptSection } from '../models/model.ts'
import { hintsOf } from '../prompt/hints.ts'
import { messagesOf, platformNote } from '../prompt/messages.ts'
import { promptOf } from '../prompt/sections.ts'
import { apologise } from './apologise.ts'
import { composeOwn, composeReply, isEmpty } from './compose.ts'
import { enterTool } from './enter-playbook.ts'
import { findFor } from './find.ts'
import { noted } from './noted.ts'
import { blockedMessage, brokenRule, noteHit, ruleNote } from './rules.ts'
import { speak } from './speak.ts'
import {
  brief,
  enterPlaybook,
  mayAskModel,
  mostToolCalls,
  note,
  otherPlaybooks,
  playbookOf,
  refuse,
  type Turn,
  useTool,
} from './turn.ts'

/** What the model has come to in this turn. */
type Talk = {
  found: readonly SearchHit[]
  meetings: readonly Meeting[]
  messages: ModelMessage[]
  /** Words that came with calls of tools, and what tools had shown: they go out with the reply. */
  words: string[]
  shown: Part[]
  chips: Chip[]
  /** A reply is composed anew once. */
  anew: boolean
}

/** Lets the model answer, with tools. Answers the playbook whose flow is to take over, if one is. */
export async function talk(turn: Turn): Promise<string | undefined> {
  const found = await search(turn)
  const fact = await sayExactFact(turn, found)
  if (fact === 'said') return undefined
  await showTyping(turn)
  const books = turn.stage.tools(playbookOf(turn)).some(({ name }) => name === 'scheduling.book')
  const meetings = books ? await turn.scene.hands.meetings() : []
  const talking: Talk = {
    found,
    meetings,
    messages: [...messagesOf(turn.state.history), ...(fact?.notes ?? [])],
    words: [],
    shown: [],
    chips: [],
    anew: fact !== undefined,
  }
  while (mayAskModel(turn)) {
    const answer = await ask(turn, talking)
    if (!answer) return giveUp(turn, talking)
    if (answer.calls.length === 0) {
      if (await reply(turn, talking, answer.text)) return undefined
      continue
    }
    const flow = await act(turn, talking, answer)
    if (flow !== undefined) return flow
  }
  turn.ledger.warnings.push('The model kept calling tools')
  return giveUp(turn, talking)
}

/** Of a model that thinks for seconds; the embedded one has answered before anybody saw it. */
async function showTyping({ stage, scene }: Turn): Promise<void> {
  if (scene.sandbox || stage.model.name.provider === 'embedded') return
  await stage.reply({ spec: 'amf/1', signal: 'typing' })
}

async function search(turn: Turn): Promise<readonly SearchHit[]> {
  const asked = askedOf(turn.scene.heard)
  if (asked === undefined) return []
  const found = await findFor(turn, asked)
  turn.ledger.knowledge = found.map(({ kind, id, title, score }) => ({ kind, id, title, score }))
  return found
}

/**
 * An exact Fact that was asked for in its own words is said as it stands; no model comes in between, unless a rule wants
 * the reply to be composed again: `notes` tell the model why.
 */
async function sayExactFact(
  turn: Turn,
  [best]: readonly SearchHit[],
): Promise<'said' | { notes: ModelMessage[] } | undefined> {
  if (best?.kind !== 'fact' || best.score < 1) return undefined
  const fact = turn.scene.definition.facts.find(({ id }) => id === best.id)
  if (!fact?.exact) return undefined
  const message = await composeOwn(turn, fact.answer)
  const broken = brokenRule(turn.scene.definition.rules, message)
  if (broken && broken.onMatch !== 'block') {
    noteHit(turn, broken, 'retry', fact.answer)
    return { notes: rewriteNotes(fact.answer, ruleNote(broken)) }
  }
  if (broken) noteHit(turn, broken, 'block', fact.answer)
  await speak(turn, broken ? blockedMessage(broken) : message)
  return 'said'
}

async function ask(turn: Turn, talking: Talk): Promise<ModelAnswer | undefined> {
  const { stage, ledger, scene } = turn
  const { model } = stage
  const playbook = playbookOf(turn)
  const others = otherPlaybooks(turn, playbook)
  const sections = promptOf(scene, {
    state: turn.state,
    playbook,
    others,
    found: talking.found,
    meetings: talking.meetings,
  })
  ledger.sections = keptSections(sections)
  const tools = offered(turn).map(({ name, description, parameters }) => ({ name, description, parameters }))
  const startedAt = performance.now()
  const record = (made: { usage?: ModelAnswer['usage']; tries: number; error?: string }) =>
    ledger.modelCalls.push({
      purpose: 'turn',
      ...model.name,
      ...(made.usage ?? { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }),
      milliseconds: Math.round(performance.now() - startedAt),
      tries: made.tries,
      ...(made.error && { error: made.error }),
    })
  try {
    const hints = hintsOf(turn, { playbook, others, ...talking })
    const withinMilliseconds = Math.min(stage.left(), longestCallMilliseconds)
    const { messages } = talking
    const answer = await model.answer({
      purpose: 'turn',
      sections,
      messages,
      tools,
      hints,
      withinMilliseconds,
      signal: scene.signal,
    })
    record(answer)
    return { ...answer, text: answer.text.slice(0, longestAnswer).toWellFormed() }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error
    record({ usage: error.usage, tries: error.tries, error: error.message })
    ledger.warnings.push(`The model failed: ${error.reason}`)
    return undefined
  }
}

/** More than is ever said: the model is shown its own words again. */
const longestAnswer = 10_000
const longestCallMilliseconds = 30_000
const longestKept = 8_000

const keptSections = (sections: readonly PromptSection[]): PromptSection[] =>
  sections.map(({ name, text }) => ({ name, text: text.slice(0, longestKept).toWellFormed() }))

function offered(turn: Turn): Tool[] {
  const playbook = playbookOf(turn)
  const others = otherPlaybooks(turn, playbook)
  return [...turn.stage.tools(playbook), ...(others.length > 0 ? [enterTool(others)] : [])]
}

/** An operator's own service may take its time: what the model says before it is not kept back. */
async function sayWhileWaiting(turn: Turn, text: string, calls: ModelAnswer['calls']): Promise<boolean> {
  if (!calls.some(({ name }) => turn.scene.definition.integrations.some(({ id }) => id === name))) return false
  const { message, problem } = await composeReply(turn, text, { shown: [], chips: [] })
  if (problem || isEmpty(message) || brokenRule(turn.scene.definition.rules, message)) return false
  await speak(turn, message)
  return true
}

/** Runs what the model calls; what is no tool of the playbook is refused. Answers the playbook whose flow takes over. */
async function act(turn: Turn, talking: Talk, { text, calls }: ModelAnswer): Promise<string | undefined> {
  if (text.trim() && !(await sayWhileWaiting(turn, text, calls))) talking.words.push(text.trim())
  const results: { id: string; name: string; result: unknown }[] = []
  const tried = calls.slice(0, mostToolCalls)
  for (const { id, name, given } of tried) {
    // What is offered changes with the playbook.
    const tool = offered(turn).find((one) => one.name === name)
    if (!tool) {
      results.push({ id, name, result: refuse(turn, { name, given, why: `There is no tool ${name} here.` }).result })
      continue
    }
    const outcome = await useTool(turn, tool, given)
    talking.shown.push(...(outcome.show ?? []))
    talking.chips.push(...(outcome.chips ?? []))
    results.push({ id, name, result: brief({ ok: outcome.ok, ...outcome.result }) })
    const entered = outcome.ok && tool.name === 'playbook.enter' ? String(outcome.result.playbookId) : undefined
    if (entered !== undefined) {
      enterPlaybook(turn, entered)
      if (playbookOf(turn).flow) return entered
      // Some Facts are for this playbook alone.
      talking.found = await search(turn)
    } else if (outcome.ok && tool.acts) note(turn, noted(name, outcome.result))
  }
  talking.messages.push({ role: 'calls', text, calls: tried }, { role: 'results', results })
  return undefined
}

/** Says what the model wrote. False where it is to be written again: broken markup, a rule, nothing at all. */
async function reply(turn: Turn, talking: Talk, text: string): Promise<boolean> {
  const written = [...talking.words, text].join('\n\n')
  const { message, problem } = await composeReply(turn, written, talking)
  if (isEmpty(message)) return again(turn, talking, text, 'The reply was empty. Write one.')
  if (problem && !talking.anew)
    return again(turn, talking, text, `The markup of the reply is wrong, ${problem}. Write it again.`)
  if (problem) turn.ledger.warnings.push(`The markup of the reply was wrong: ${problem}`)
  const broken = brokenRule(turn.scene.definition.rules, message)
  if (!broken) {
    await speak(turn, message)
    return true
  }
  const retries = (broken.onMatch ?? 'retry') === 'retry' && !talking.anew
  noteHit(turn, broken, retries ? 'retry' : 'block', text)
  if (retries) return again(turn, talking, text, ruleNote(broken))
  await speak(turn, blockedMessage(broken))
  return true
}

async function again(turn: Turn, talking: Talk, text: string, why: string): Promise<boolean> {
  if (talking.anew) {
    await giveUp(turn, talking)
    return true
  }
  talking.anew = true
  talking.words = []
  talking.messages.push(...rewriteNotes(text, why))
  return false
}

/** What was written, and why it is to be written again. */
const rewriteNotes = (text: string, why: string): ModelMessage[] => [
  { role: 'assistant', text: text || '(nothing)' },
  { role: 'user', text: platformNote(why) },
]

async function giveUp(turn: Turn, { shown, chips }: Talk): Promise<undefined> {
  await apologise(turn, shown, chips)
  return undefined
}
