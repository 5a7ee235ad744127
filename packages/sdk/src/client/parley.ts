import type { paths as GatewayPaths } from '../generated/gateway.generated.ts'
import type { components, paths as ManagementPaths } from '../generated/management.generated.ts'
import {
  type AgentMethods,
  type GatewayMethods,
  type OrgMethods,
  operations,
  type ParleyMethods,
} from '../generated/methods.generated.ts'
import type { PathsUnder } from './calls.ts'
import type { ClientScope } from './client.ts'
import { createClientClass, findCalls } from './methods.ts'
import { Transport, type TransportOptions } from './transport.ts'

const org = '/orgs/{org}'
const agent = '/orgs/{org}/agents/{agent}'
type OrgPaths = PathsUnder<ManagementPaths, typeof org>
type AgentPaths = PathsUnder<ManagementPaths, typeof agent>

const findManagementCalls = (word: 'draft' | 'keyless'): ReadonlySet<string> =>
  new Set([
    ...findCalls(operations.parley, '', word),
    ...findCalls(operations.org, org, word),
    ...findCalls(operations.agent, agent, word),
  ])

const managementCallsWithoutKey = findManagementCalls('keyless')
const gatewayCallsWithoutKey = new Set(findCalls(operations.gateway, '', 'keyless'))

const ParleyBase = createClientClass<ManagementPaths, never, ParleyMethods>(operations.parley)
const OrgBase = createClientClass<OrgPaths, 'org', OrgMethods>(operations.org)
const AgentBase = createClientClass<AgentPaths, 'org' | 'agent', AgentMethods>(operations.agent)
const GatewayBase = createClientClass<GatewayPaths, never, GatewayMethods>(operations.gateway)

/** The schemas of the management API by name: `Schema<'Person'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type ParleyOptions = TransportOptions & {
  /** `sk-svc-…`, or the token of the signed-in user. */
  apiKey: string
}

/** The management API. */
export class Parley extends ParleyBase {
  readonly #standing: ClientScope

  constructor({ apiKey, ...options }: ParleyOptions) {
    const transport = new Transport(options, apiKey, '/v1')
    const standing = { transport, prefix: '', path: {}, callsWithoutKey: managementCallsWithoutKey }
    super(standing)
    this.#standing = standing
  }

  /** Returns a client for one org: templates continue after `/orgs/{org}`. */
  org(id: string): OrgClient {
    return new OrgClient({ ...this.#standing, prefix: org, path: { org: id } })
  }
}

export class OrgClient extends OrgBase {
  readonly #standing: ClientScope

  constructor(standing: ClientScope) {
    super(standing)
    this.#standing = standing
  }

  /** Returns a client for one agent: templates continue after `/orgs/{org}/agents/{agent}`. */
  agent(id: string): AgentClient {
    return new AgentClient({ ...this.#standing, prefix: agent, path: { ...this.#standing.path, agent: id } })
  }
}

export class AgentClient extends AgentBase {
  readonly #standing: ClientScope

  constructor(standing: ClientScope) {
    super(standing)
    this.#standing = standing
  }

  /**
   * Returns a client whose calls read and write a draft of the configuration. Routes without configuration refuse it
   * with 400 or, with `elsewhere: 'live'`, are called without the draft.
   */
  draft(id: string, { elsewhere = 'refused' }: { elsewhere?: 'refused' | 'live' } = {}): AgentClient {
    return new AgentClient({
      ...this.#standing,
      headers: { ...this.#standing.headers, 'x-svc-draft': id },
      ...(elsewhere === 'live' && { headersOnlyFor: findManagementCalls('draft') }),
    })
  }
}

export type GatewayOptions = TransportOptions & {
  /** `at-…`, the token of one agent. */
  accessToken: string
}

/** The messaging gateway, as one agent. */
export class Gateway extends GatewayBase {
  constructor({ accessToken, ...options }: GatewayOptions) {
    const transport = new Transport(options, accessToken, '/v4')
    super({ transport, prefix: '', path: {}, callsWithoutKey: gatewayCallsWithoutKey })
  }
}
