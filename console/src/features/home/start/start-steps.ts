import type { Schema } from '@parley/sdk'

/** What is really there of an agent; the checklist of the first run follows it. */
export type AgentProgress = {
  identity: Schema<'AgentIdentity'> | undefined
  facts: number
  things: number
  sources: number
  conversations: readonly Pick<Schema<'AgentConversationSummary'>, 'channel' | 'test'>[]
  bindings: readonly Pick<Schema<'ChannelBinding'>, 'channel' | 'mode' | 'status'>[]
  drafts: readonly Pick<Schema<'Draft'>, 'id' | 'name' | 'changes'>[]
  lintErrors: number
  hasSamples: boolean
}

type Channel = Schema<'ChannelBinding'>['channel']

export type StartStep =
  | { key: 'identity'; isDone: boolean }
  | { key: 'knowledge'; isDone: boolean; facts: number; things: number; sources: number }
  | { key: 'trial'; isDone: boolean }
  | { key: 'channel'; isDone: boolean; live: Channel[]; lab: Channel[] }
  | { key: 'publish'; isDone: boolean; obstacle: PublishObstacle | undefined }

/** What keeps the agent from being ready for people, the first to remove first. */
export type PublishObstacle =
  | { kind: 'draft'; draft: AgentProgress['drafts'][number] }
  | { kind: 'lint'; errors: number }
  | { kind: 'samples' }
  | { kind: 'earlier' }

const contactFields = ['contactEmail', 'contactPhone', 'websiteUrl'] as const

export function listStartSteps(progress: AgentProgress): StartStep[] {
  const { identity, facts, things, sources, conversations } = progress
  const hasContact = contactFields.some((field) => Boolean(identity?.[field]))
  const hasKnowledge = facts + things + sources > 0
  return [
    { key: 'identity', isDone: hasContact },
    { key: 'knowledge', isDone: hasKnowledge, facts, things, sources },
    { key: 'trial', isDone: conversations.length > 0 },
    channelStep(progress),
    publishStep(progress, hasContact && hasKnowledge),
  ]
}

/** Web chat is bound from the start: it counts once a visitor has written there. Handsets of the lab are no people. */
function channelStep({ bindings, conversations }: AgentProgress): StartStep {
  const active = bindings.filter(({ status }) => status === 'Active')
  const hasVisitors = conversations.some(({ channel, test }) => channel === 'webchat' && !test)
  const live = active.filter(({ mode, channel }) => mode === 'unmanaged' || (channel === 'webchat' && hasVisitors))
  const lab = active.filter(({ mode, channel }) => mode === 'managed' && channel !== 'webchat')
  const namesOf = (list: typeof active) => list.map(({ channel }) => channel)
  return { key: 'channel', isDone: live.length > 0, live: namesOf(live), lab: namesOf(lab) }
}

function publishStep({ drafts, lintErrors, hasSamples }: AgentProgress, isTaught: boolean): StartStep {
  const draft = drafts.find(({ changes }) => changes > 0)
  const obstacle: PublishObstacle | undefined = draft
    ? { kind: 'draft', draft }
    : lintErrors > 0
      ? { kind: 'lint', errors: lintErrors }
      : hasSamples
        ? { kind: 'samples' }
        : isTaught
          ? undefined
          : { kind: 'earlier' }
  return { key: 'publish', isDone: obstacle === undefined, obstacle }
}
