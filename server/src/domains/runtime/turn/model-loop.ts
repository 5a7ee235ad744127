import type { Chip, ContentMessage, Part } from '@parley/amf'
import type { SearchHit } from '../../knowledge/index.ts'
import type { AgentTool, AppointmentSummary } from '../deps.ts'
import type { ModelAnswer, ModelMessage, PromptSection } from '../models/model.ts'
import { getSearchText } from '../person-input.ts'
import { fenceForeignData } from '../prompt/data.ts'
import { buildTurnHints, formatPlatformNote, toModelMessages } from '../prompt/messages.ts'
import { buildPrompt } from '../prompt/sections.ts'
import { askModel } from './call-model.ts'
import { composeOperatorText, composeReply, isEmptyMessage } from './compose.ts'
import { createEnterPlaybookTool } from './enter-playbook.ts'

import { blockedMessage, describeViolation, findViolatedRule, recordRuleHit, removeViolations } from './rules.ts'
import { searchForQuestions } from './search-questions.ts'
import { sendFallbackReply, sendReply } from './send-reply.ts'
import { canStream, createReplyStream, type ReplyStream, type SentBeginning } from './stream-reply.ts'
import { describeToolEffect } from './tool-effects.ts'
import {
  addNote,
  callTool,
  canCallModel,
  enterPlaybook,
  getActivePlaybook,
  listEnterablePlaybooks,
  maxToolCalls,
  rejectToolCall,
  type TurnContext,
  truncateJson,
} from './turn.ts'

type ModelLoopState = {
  found: readonly SearchHit[]
  meetings: readonly AppointmentSummary[]
  messages: ModelMessage[]
  /** Text that came with tool calls, and parts that tools showed; both go out with the reply. */
  words: string[]
  attachedParts: Part[]
  chips: Chip[]
  /** The beginning of the answer, if it was sent while the model was still writing. */
  sent?: SentBeginning
  /** A reply is rewritten at most once. */
  isRewritten: boolean
  /** A tool showed the reply. */
  isAnswered?: boolean
}

/** Lets the model answer with tools. Returns the playbook whose flow takes over, if any. */
export async function runModelLoop(turn: TurnContext): Promise<string | undefined> {
  const found = await searchForTurn(turn)
  const fact = await sendExactFact(turn, found)
  if (fact === 'said') return undefined
  const books = turn.io.tools(getActivePlaybook(turn)).some(({ name }) => name === 'scheduling.book')
  const meetings = books ? await turn.input.actions.upcomingAppointments() : []
  const loopState: ModelLoopState = {
    found,
    meetings,
    messages: [...toModelMessages(turn.state.history), ...(fact?.notes ?? [])],
    words: [],
    attachedParts: [],
    chips: [],
    isRewritten: fact !== undefined,
  }
  while (canCallModel(turn)) {
    await showTyping(turn)
    const answer = await callModel(turn, loopState)
    if (!answer) return sendGivingUp(turn, loopState)
    if (answer.calls.length === 0) {
      if (await sendModelReply(turn, loopState, endAtSentence(turn, answer))) return undefined
      continue
    }
    const flow = await runToolCalls(turn, loopState, answer)
    if (flow !== undefined) return flow
    if (loopState.isAnswered) return sendToolReply(turn, loopState)
  }
  turn.turnRecord.warnings.push('The model kept calling tools')
  return sendGivingUp(turn, loopState)
}

/**
 * Before each call, because channels stop showing it after some seconds. For models that take seconds; the embedded
 * model answers before anyone would see it.
 */
async function showTyping({ io, input }: TurnContext): Promise<void> {
  if (input.sandbox || io.models.list[io.models.position]?.model.name.provider === 'embedded') return
  await io.reply({ spec: 'amf/1', signal: 'typing' })
}

async function searchForTurn(turn: TurnContext): Promise<readonly SearchHit[]> {
  const searchText = getSearchText(turn.input.personInput)
  if (searchText === undefined) return []
  const found = await searchForQuestions(turn, searchText)
  turn.turnRecord.knowledge = found.map(({ kind, id, title, score }) => ({ kind, id, title, score }))
  return found
}

/**
 * Says an exact Fact verbatim, without a model, when the question matches its wording. If a rule requires a rewrite,
 * `notes` tell the model why.
 */
async function sendExactFact(
  turn: TurnContext,
  [best]: readonly SearchHit[],
): Promise<'said' | { notes: ModelMessage[] } | undefined> {
  if (best?.kind !== 'fact' || best.score < 1) return undefined
  const fact = turn.input.definition.facts.find(({ id }) => id === best.id)
  if (!fact?.exact) return undefined
  const message = await composeOperatorText(turn, fact.answer)
  const broken = findViolatedRule(turn.input.definition.rules, message)
  if (broken && broken.onMatch !== 'block') {
    recordRuleHit(turn, broken, 'retry', fact.answer)
    return { notes: createRewriteMessages(fact.answer, describeViolation(broken)) }
  }
  if (broken) recordRuleHit(turn, broken, 'block', fact.answer)
  await sendReply(turn, broken ? blockedMessage(broken) : message)
  return 'said'
}

async function callModel(turn: TurnContext, loopState: ModelLoopState): Promise<ModelAnswer | undefined> {
  const { turnRecord, input } = turn
  const playbook = getActivePlaybook(turn)
  const others = listEnterablePlaybooks(turn, playbook)
  const { state } = turn
  const { found, meetings } = loopState
  const sections = buildPrompt(input, { state, playbook, others, found, meetings })
  turnRecord.sections = truncateSections(sections)
  const tools = listOfferedTools(turn).map(({ name, description, parameters }) => ({ name, description, parameters }))
  const stream = canStream(turn) && !loopState.isRewritten ? createReplyStream(turn, loopState.words) : undefined
  const answer = await askModel(turn, {
    purpose: 'turn',
    sections,
    messages: () => loopState.messages,
    tools,
    hints: buildTurnHints(turn, { playbook, others, ...loopState }),
    maxMilliseconds: maxCallMilliseconds,
    ...(stream && { stream }),
    onFailure: () => noteInterruption(loopState, stream),
  })
  loopState.sent = stream?.sent ?? loopState.sent
  if (stream?.sent) loopState.words = []
  if (!answer) return undefined
  const written = answer.text.slice(0, maxAnswerLength).toWellFormed()
  return { ...answer, text: removeSentText(written, stream?.sent) }
}

/** The next model continues after what the person has already read. */
function noteInterruption(loopState: ModelLoopState, stream: ReplyStream | undefined): void {
  if (!stream?.sent || loopState.sent === stream.sent) return
  loopState.sent = stream.sent
  loopState.messages.push(...createRewriteMessages(stream.sent.text, interruptedNote))
}

const interruptedNote =
  'Your answer was interrupted here. The person has received this part. Continue after it, without repeating any of it.'

/** A model that continues after an interruption does not repeat the beginning. */
function removeSentText(text: string, sent: SentBeginning | undefined): string {
  return sent && text.startsWith(sent.text) ? text.slice(sent.text.length).trim() : text
}

/** Longer than any reply; the model sees its own text again. */
const maxAnswerLength = 10_000
const maxCallMilliseconds = 30_000
const maxSectionLength = 8_000

const truncateSections = (sections: readonly PromptSection[]): PromptSection[] =>
  sections.map(({ name, text }) => ({ name, text: text.slice(0, maxSectionLength).toWellFormed() }))

function listOfferedTools(turn: TurnContext): AgentTool[] {
  const playbook = getActivePlaybook(turn)
  const others = listEnterablePlaybooks(turn, playbook)
  return [...turn.io.tools(playbook), ...(others.length > 0 ? [createEnterPlaybookTool(others)] : [])]
}

/** An operator's service may be slow, so the text before the call is sent right away. */
async function sendInterimReply(turn: TurnContext, text: string, calls: ModelAnswer['calls']): Promise<boolean> {
  const isSlow = (name: string) =>
    turn.input.definition.integrations.some(({ id }) => id === name || name.startsWith(`${id}.`)) ||
    turn.input.catalogTools.some(({ id }) => id === name)
  if (!calls.some(({ name }) => isSlow(name))) return false
  const { message, problem } = await composeReply(turn, text, { attachedParts: [], chips: [] })
  if (problem || isEmptyMessage(message) || findViolatedRule(turn.input.definition.rules, message)) return false
  await sendReply(turn, message)
  return true
}

/**
 * Runs the model's tool calls and rejects tools that the playbook does not have. Returns the playbook whose flow takes
 * over.
 */
async function runToolCalls(
  turn: TurnContext,
  loopState: ModelLoopState,
  { text, calls }: ModelAnswer,
): Promise<string | undefined> {
  if (text.trim() && !(await sendInterimReply(turn, text, calls))) loopState.words.push(text.trim())
  const results: { id: string; name: string; result: unknown }[] = []
  const tried = calls.slice(0, maxToolCalls)
  for (const { id, name, given } of tried) {
    // Looked up for each call, because the tools change with the playbook.
    const tool = listOfferedTools(turn).find((one) => one.name === name)
    if (!tool) {
      results.push({
        id,
        name,
        result: rejectToolCall(turn, { name, given, reason: `There is no tool ${name} here.` }).result,
      })
      continue
    }
    const outcome = await callTool(turn, tool, given)
    loopState.attachedParts.push(...(outcome.show ?? []))
    loopState.chips.push(...(outcome.chips ?? []))
    if (outcome.endsTurn) loopState.isAnswered = true
    const result = { ok: outcome.ok, ...outcome.result }
    results.push({ id, name, result: tool.returnsForeignData ? fenceForeignData(result) : truncateJson(result) })
    const entered = outcome.ok && tool.name === 'playbook.enter' ? String(outcome.result.playbookId) : undefined
    if (entered !== undefined) {
      enterPlaybook(turn, entered)
      if (getActivePlaybook(turn).flow) return entered
      // Searches again, because some Facts are limited to this playbook.
      loopState.found = await searchForTurn(turn)
    } else if (outcome.ok && tool.name === 'location.choose' && outcome.locationId !== undefined) {
      // Some Facts are limited to other locations.
      loopState.found = await searchForTurn(turn)
    } else if (outcome.ok && tool.hasSideEffects) addNote(turn, describeToolEffect(name, outcome.result))
  }
  loopState.messages.push({ role: 'calls', text, calls: tried }, { role: 'results', results })
  return undefined
}

/** A tool has answered the person: sends what it shows, after the words that came with the call. */
async function sendToolReply(turn: TurnContext, { words, attachedParts, chips }: ModelLoopState): Promise<undefined> {
  const written = words.join('\n\n')
  const reply = written ? await composeReply(turn, written, { attachedParts: [], chips: [] }) : undefined
  const parts = [...(reply && !reply.problem ? reply.message.parts : []), ...attachedParts]
  const message = { spec: 'amf/1' as const, parts, ...(chips.length > 0 && { chips: [...chips] }) }
  await sendReply(turn, removeViolations(turn, message))
  return undefined
}

/** Sends the model's reply. Returns false when it must be rewritten: broken markup, a violated rule, or no content. */
async function sendModelReply(turn: TurnContext, loopState: ModelLoopState, text: string): Promise<boolean> {
  const written = [...loopState.words, text].join('\n\n')
  const { message, problem } = await composeReply(turn, written, loopState)
  // The whole answer was one paragraph, which was sent while the model finished.
  if (isEmptyMessage(message) && loopState.sent) return true
  if (isEmptyMessage(message)) return requestRewrite(turn, loopState, text, 'The reply was empty. Write one.')
  if (problem && !loopState.isRewritten)
    return requestRewrite(turn, loopState, text, `The markup of the reply is wrong, ${problem}. Write it again.`)
  if (problem) turn.turnRecord.warnings.push(`The markup of the reply was wrong: ${problem}`)
  const broken = findViolatedRule(turn.input.definition.rules, joinBeginning(loopState, message))
  if (!broken) {
    await sendReply(turn, message)
    return true
  }
  const retries = (broken.onMatch ?? 'retry') === 'retry' && !loopState.isRewritten
  recordRuleHit(turn, broken, retries ? 'retry' : 'block', text)
  if (retries) return requestRewrite(turn, loopState, text, describeViolation(broken))
  await sendReply(turn, blockedMessage(broken))
  return true
}

async function requestRewrite(
  turn: TurnContext,
  loopState: ModelLoopState,
  text: string,
  reason: string,
): Promise<boolean> {
  if (loopState.isRewritten) {
    await sendGivingUp(turn, loopState)
    return true
  }
  loopState.isRewritten = true
  loopState.words = []
  const sent = loopState.sent && `The person has already received: “${loopState.sent.text}” Write only what follows it.`
  loopState.messages.push(...createRewriteMessages(text, [reason, sent].filter(Boolean).join(' ')))
  return false
}

/** A rule may match across the paragraph that was sent and the rest. */
const joinBeginning = ({ sent }: ModelLoopState, message: ContentMessage): ContentMessage => ({
  ...message,
  parts: [...(sent?.parts ?? []), ...message.parts],
})

/** An answer that the model's output limit cut off ends with its last complete sentence. */
function endAtSentence(turn: TurnContext, { text, isCut }: ModelAnswer): string {
  if (!isCut) return text
  turn.turnRecord.warnings.push('The model reached its output limit, so the reply was cut')
  const complete = /^[\s\S]*[.!?…](?=\s|$)/.exec(text)?.[0]
  return complete ?? `${text.trimEnd()}…`
}

const createRewriteMessages = (text: string, reason: string): ModelMessage[] => [
  { role: 'assistant', text: text || '(nothing)' },
  { role: 'user', text: formatPlatformNote(reason) },
]

/** An apology would contradict the beginning of an answer that the person has read, so none follows it. */
async function sendGivingUp(turn: TurnContext, { attachedParts, chips, sent }: ModelLoopState): Promise<undefined> {
  if (sent) turn.turnRecord.warnings.push('The reply ended after the part that was already sent')
  if (!sent || attachedParts.length > 0) await sendFallbackReply(turn, attachedParts, chips)
  return undefined
}
