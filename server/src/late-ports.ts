import type { DefinitionListener } from './domains/agents/index.ts'
import type { Responder } from './domains/conversations/index.ts'
import type { Desk } from './domains/desk/index.ts'
import type { LabDeps } from './domains/lab/index.ts'
import type { OutreachService, OutreachServiceDeps } from './domains/outreach/index.ts'

/**
 * A port to a service that is created after its caller, because the two call each other. A call before `bind` throws:
 * the order of composition in `services.ts` is wrong then.
 */
export type LatePort<Port> = { port: Port; bind(implementation: Port): void }

/** `forward` builds the port; it must call `bound` within each call, never while it builds. */
export function createLatePort<Port>(name: string, forward: (bound: () => Port) => Port): LatePort<Port> {
  let implementation: Port | undefined
  const bound = () => {
    if (implementation === undefined) throw new Error(`the port "${name}" was called before it was bound`)
    return implementation
  }
  return {
    port: forward(bound),
    bind(given) {
      if (implementation !== undefined) throw new Error(`the port "${name}" is bound twice`)
      implementation = given
    },
  }
}

/** Conversations report the fate of the messages that a send or a campaign started. */
export type SendListeners = Pick<OutreachService, 'onAnswered' | 'onOutcomeKnown' | 'onMoved'>

/** The lab's handsets deliver to conversations as a provider does. */
export type LabPort = Pick<LabDeps, 'receive' | 'readAffordances' | 'channels'>

/** The domains to the right of agents whose data depends on definitions. */
export type DefinitionListeners = Record<'outreach' | 'campaigns' | 'regression', DefinitionListener>

/** Sends and rules wake the campaigns that wait for them. */
export type CampaignPort = Pick<OutreachServiceDeps, 'wakeCampaigns'>

/** The desk hears when a person writes. */
export type DeskPort = Pick<Desk, 'onDeskContent'>

export type LatePorts = {
  /** Conversations → runtime, which answers; the answers leave through conversations. */
  responder: LatePort<Responder>
  /** Conversations → outreach, which starts conversations. */
  sendListeners: LatePort<SendListeners>
  /** Conversations → desk, which sends through conversations. */
  desk: LatePort<DeskPort>
  /** Lab → conversations and channels, which dispatch to the lab's adapters. */
  lab: LatePort<LabPort>
  /** Agents → outreach, campaigns and regression, which read definitions. */
  definitionListeners: LatePort<DefinitionListeners>
  /** Outreach → campaigns, which create sends. */
  campaigns: LatePort<CampaignPort>
}

export const createLatePorts = (): LatePorts => ({
  responder: createLatePort('responder', (bound) => ({
    handles: (type) => bound().handles(type),
    respond: (...args) => bound().respond(...args),
  })),
  sendListeners: createLatePort('send listeners', (bound) => ({
    onAnswered: (...args) => bound().onAnswered(...args),
    onOutcomeKnown: (...args) => bound().onOutcomeKnown(...args),
    onMoved: (...args) => bound().onMoved(...args),
  })),
  desk: createLatePort('desk', (bound) => ({
    onDeskContent: (...args) => bound().onDeskContent(...args),
  })),
  lab: createLatePort('lab', (bound) => ({
    receive: (...args) => bound().receive(...args),
    readAffordances: (...args) => bound().readAffordances(...args),
    channels: {
      findById: (...args) => bound().channels.findById(...args),
      findByChannel: (...args) => bound().channels.findByChannel(...args),
    },
  })),
  definitionListeners: createLatePort('definition listeners', (bound) => ({
    outreach: (...args) => bound().outreach(...args),
    campaigns: (...args) => bound().campaigns(...args),
    regression: (...args) => bound().regression(...args),
  })),
  campaigns: createLatePort('campaigns', (bound) => ({
    wakeCampaigns: (...args) => bound().wakeCampaigns(...args),
  })),
})
