import { findActiveGoal } from '../goals/goal.ts'
import { isOptOutRequest } from '../opt-out/detect-opt-out.ts'
import { composeOptOutConfirmation } from '../opt-out/opt-back-in.ts'
import { describePersonInput, getLiteralText } from '../person-input.ts'
import type { TurnStart } from '../state/conversation-state.ts'

import { noticeLocation } from './location.ts'
import { runModelLoop } from './model-loop.ts'
import { runFlow, toFlowReply } from './run-flow.ts'
import { sendFallbackReply, sendReply } from './send-reply.ts'
import {
  addNote,
  createHistoryLine,
  getActivePlaybook,
  recordGoalEvent,
  type TurnContext,
  textMessage,
} from './turn.ts'

const maxHandovers = 5

/** Runs one turn: answers one input of the person. The results are in `turn`. */
export async function runTurn(turn: TurnContext, { startsFlow }: Pick<TurnStart, 'startsFlow'>): Promise<void> {
  const { personInput } = turn.input
  turn.state = {
    ...turn.state,
    history: [...turn.state.history, createHistoryLine(turn, 'person', describePersonInput(personInput))],
  }
  turn.turnRecord.playbookId = getActivePlaybook(turn).id
  turn.turnRecord.outreachId = turn.state.outreachId
  recordGoalEvent(turn, 'person.replied')
  noticeLocation(turn)
  const text = getLiteralText(personInput)
  if (text !== undefined && isOptOutRequest(text)) await handleOptOut(turn, text)
  else await answerPerson(turn, startsFlow)
  // A person led to another playbook counts as having replied there too.
  if (turn.turnRecord.nextPlaybookId !== undefined) recordGoalEvent(turn, 'person.replied')
  turn.turnRecord.goalId = turn.turnRecord.goalsReached.at(-1) ?? getActiveGoalId(turn)
}

const getActiveGoalId = ({ input, state }: TurnContext): string | undefined =>
  findActiveGoal(input.definition, state, input.partner)?.goal.id

async function answerPerson(turn: TurnContext, starts: string | undefined): Promise<void> {
  const { personInput } = turn.input
  if (personInput.kind === 'unopened') {
    await sendReply(turn, textMessage(describeUnopenedFile(personInput)))
    if (personInput.text === undefined) return
  }
  let next = await chooseFirstStep(turn, starts)
  for (let handovers = 0; next !== undefined && handovers < maxHandovers; handovers++)
    next = await runNextStep(turn, next)
  if (next !== undefined) turn.turnRecord.warnings.push('Playbooks handed the conversation back and forth')
  if (turn.turnRecord.messages.length === 0) await sendFallbackReply(turn)
}

/** The flow keeps waiting for its answer. */
const describeUnopenedFile = ({ name }: { name?: string }): string =>
  `I am sorry, I could not open your file${name ? ` “${name}”` : ''}. Please send it again, or tell me in words.`

/** The playbook whose flow starts next; `talk` when the model answers; undefined when the turn is done. */
type NextStep = { flow: string } | 'talk' | undefined

async function chooseFirstStep(turn: TurnContext, starts: string | undefined): Promise<NextStep> {
  if (starts !== undefined) return { flow: starts }
  if (!turn.state.flow) return 'talk'
  if (isAside(turn)) {
    await runModelLoop(turn)
    return nextStepAfterFlow(turn, await runFlow(turn, { kind: 'back' }, runModelLoop))
  }
  return nextStepAfterFlow(turn, await runFlow(turn, toFlowReply(turn), runModelLoop))
}

const answerIntents: readonly string[] = ['ask.time', 'ask.choice', 'confirm', 'showcase']

/** The pick answers a question asked outside the flow. */
function isAside({ input: { personInput }, state }: TurnContext): boolean {
  return (
    personInput.kind === 'picked' &&
    answerIntents.includes(personInput.intent) &&
    personInput.intentId !== state.flow?.asked
  )
}

async function runNextStep(turn: TurnContext, next: Exclude<NextStep, undefined>): Promise<NextStep> {
  if (next !== 'talk') {
    const text = getLiteralText(turn.input.personInput)
    const begin = { kind: 'start', playbookId: next.flow, ...(text !== undefined && { text }) } as const
    return nextStepAfterFlow(turn, await runFlow(turn, begin, runModelLoop))
  }
  const flow = await runModelLoop(turn)
  return flow === undefined ? undefined : { flow }
}

/** After a handover to a playbook with a flow, that flow is next. */
function nextStepAfterFlow(turn: TurnContext, followed: 'done' | 'talk'): NextStep {
  if (followed === 'done') return undefined
  const entered = turn.turnRecord.nextPlaybookId
  const playbook = getActivePlaybook(turn)
  const begins = playbook.flow && playbook.id === entered && playbook.id !== turn.turnRecord.flow?.playbookId
  return begins ? { flow: playbook.id } : 'talk'
}

/** Handles an opt-out in the person's own words: records it, confirms it once, and ends the turn. */
async function handleOptOut(turn: TurnContext, words: string): Promise<void> {
  const { actions, sandbox, channel, definition } = turn.input
  const confirmation = composeOptOutConfirmation(definition.agent.name, channel)
  if (sandbox) await sendReply(turn, textMessage(confirmation))
  await actions.optOut(words, confirmation)
  turn.turnRecord.optedOut = true
  const { flow: _, ...rest } = turn.state
  turn.state = rest
  addNote(turn, 'The person opted out.')
}
