import { activeGoal } from '../goals/goal.ts'
import { saidOf, wordsOf } from '../heard.ts'
import { optOutConfirmation } from '../opt-out/confirmation.ts'
import { wantsOut } from '../opt-out/own-words.ts'
import type { Beginning } from '../state/begin.ts'
import { apologise } from './apologise.ts'
import { followFlow, replyOf } from './follow-flow.ts'
import { speak } from './speak.ts'
import { talk } from './talk.ts'
import { happened, lineOf, note, playbookOf, type Turn, textMessage } from './turn.ts'

/** How often one playbook may hand the conversation to the next within a turn. */
const mostHandovers = 5

/** One answer to one thing that a person did. What came of it stands in the turn. */
export async function takeTurn(turn: Turn, { starts }: Pick<Beginning, 'starts'>): Promise<void> {
  const { heard } = turn.scene
  turn.state = { ...turn.state, history: [...turn.state.history, lineOf(turn, 'person', wordsOf(heard))] }
  turn.ledger.playbookId = playbookOf(turn).id
  turn.ledger.outreachId = turn.state.outreachId
  happened(turn, 'person.replied')
  const said = saidOf(heard)
  if (said !== undefined && wantsOut(said)) await letGo(turn, said)
  else await answer(turn, starts)
  // Whoever is led on to a playbook has replied there, too.
  if (turn.ledger.nextPlaybookId !== undefined) happened(turn, 'person.replied')
  turn.ledger.goalId = turn.ledger.goalsReached.at(-1) ?? activeGoalOf(turn)
}

const activeGoalOf = ({ scene, state }: Turn): string | undefined =>
  activeGoal(scene.definition, state, scene.partner)?.goal.id

async function answer(turn: Turn, starts: string | undefined): Promise<void> {
  const { heard } = turn.scene
  if (heard.kind === 'unopened') {
    await speak(turn, textMessage(unopenedWords(heard)))
    if (heard.text === undefined) return
  }
  let next = await first(turn, starts)
  for (let handovers = 0; next !== undefined && handovers < mostHandovers; handovers++) next = await goOn(turn, next)
  if (next !== undefined) turn.ledger.warnings.push('Playbooks handed the conversation to each other')
  if (turn.ledger.messages.length === 0) await apologise(turn)
}

/** A flow goes on waiting for its answer. */
const unopenedWords = ({ name }: { name?: string }): string =>
  `I am sorry, I could not open your file${name ? ` “${name}”` : ''}. Please send it again, or tell me in words.`

/** Answers the playbook whose flow is to begin, `talk` where the model is to speak, nothing when all is said. */
type Next = { flow: string } | 'talk' | undefined

async function first(turn: Turn, starts: string | undefined): Promise<Next> {
  if (starts !== undefined) return { flow: starts }
  if (!turn.state.flow) return 'talk'
  if (isAside(turn)) {
    await talk(turn)
    return after(turn, await followFlow(turn, { kind: 'back' }, talk))
  }
  return after(turn, await followFlow(turn, replyOf(turn), talk))
}

const answers: readonly string[] = ['ask.time', 'ask.choice', 'confirm', 'showcase']

/** Something was picked that was offered in between, and not by the flow. */
function isAside({ scene: { heard }, state }: Turn): boolean {
  return heard.kind === 'picked' && answers.includes(heard.intent) && heard.intentId !== state.flow?.asked
}

async function goOn(turn: Turn, next: Exclude<Next, undefined>): Promise<Next> {
  if (next !== 'talk') {
    const text = saidOf(turn.scene.heard)
    const begin = { kind: 'start', playbookId: next.flow, ...(text !== undefined && { text }) } as const
    return after(turn, await followFlow(turn, begin, talk))
  }
  const flow = await talk(turn)
  return flow === undefined ? undefined : { flow }
}

/** A flow that handed over to a playbook with a flow of its own goes on with that. */
function after(turn: Turn, followed: 'done' | 'talk'): Next {
  if (followed === 'done') return undefined
  const entered = turn.ledger.nextPlaybookId
  const playbook = playbookOf(turn)
  const begins = playbook.flow && playbook.id === entered && playbook.id !== turn.ledger.flow?.playbookId
  return begins ? { flow: playbook.id } : 'talk'
}

/** Opting out in one's own words: recorded, confirmed once, and nothing more is said. */
async function letGo(turn: Turn, words: string): Promise<void> {
  const { hands, sandbox, channel, definition } = turn.scene
  const confirmation = optOutConfirmation(definition.agent.name, channel)
  if (sandbox) await speak(turn, textMessage(confirmation))
  await hands.optOut(words, confirmation)
  turn.ledger.optedOut = true
  const { flow: _, ...rest } = turn.state
  turn.state = rest
  note(turn, 'The person asked for no more messages.')
}
