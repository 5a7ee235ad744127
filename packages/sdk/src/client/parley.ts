import { configurationCalls } from '../generated/configuration-calls.generated.ts'
import type { paths as GatewayPaths } from '../generated/gateway.generated.ts'
import type { components, paths as ManagementPaths } from '../generated/management.generated.ts'
import { postsWithoutKey } from '../generated/posts-without-key.generated.ts'
import type { PathsUnder } from './calls.ts'
import { Client, type ClientScope } from './client.ts'
import { Transport, type TransportOptions } from './transport.ts'

const configurationRoutes: ReadonlySet<string> = new Set(configurationCalls)
const org = '/orgs/{org}'
const agent = '/orgs/{org}/agents/{agent}'
type OrgPaths = PathsUnder<ManagementPaths, typeof org>
type AgentPaths = PathsUnder<ManagementPaths, typeof agent>

/** The schemas of the management API by name: `Schema<'Person'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type ParleyOptions = TransportOptions & {
  /** `sk-svc-…`, or the token of the signed-in user. */
  apiKey: string
}

/** The management API. */
export class Parley extends Client<ManagementPaths> {
  readonly #standing: ClientScope

  constructor({ apiKey, ...options }: ParleyOptions) {
    const transport = new Transport(options, apiKey, '/v1')
    const standing = { transport, prefix: '', path: {}, postsWithoutKey: postsWithoutKey.management }
    super(standing)
    this.#standing = standing
  }

  /** Returns a client for one org: templates continue after `/orgs/{org}`. */
  org(id: string): OrgClient {
    return new OrgClient({ ...this.#standing, prefix: org, path: { org: id } })
  }
}

export class OrgClient extends Client<OrgPaths, 'org'> {
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

export class AgentClient extends Client<AgentPaths, 'org' | 'agent'> {
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
      ...(elsewhere === 'live' && { headersOnlyFor: configurationRoutes }),
    })
  }
}

export type GatewayOptions = TransportOptions & {
  /** `at-…`, the token of one agent. */
  accessToken: string
}

/** The messaging gateway, as one agent. */
export class Gateway extends Client<GatewayPaths> {
  constructor({ accessToken, ...options }: GatewayOptions) {
    const transport = new Transport(options, accessToken, '/v4')
    super({ transport, prefix: '', path: {}, postsWithoutKey: postsWithoutKey.gateway })
  }
}
