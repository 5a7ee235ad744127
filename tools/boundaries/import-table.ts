// The import rules of the architecture as data. There are no exceptions.

/** Each package may import those before it; `sdk` is outside this order and may import their types. */
export const packageOrder = ['findings', 'amf', 'webchat-protocol', 'definition', 'guardrails', 'flow', 'testcase']

/** The layers of server/src, as folders or files; `start` is any other file there, part of app.ts or main.ts. */
export const serverLayers = ['platform', 'domains', 'config', 'start', 'app', 'main', 'testing'] as const
export const layers = [
  'packages',
  ...serverLayers,
  'bench',
  'faults',
  'load',
  'fuzz',
  'e2e',
  'tools',
  'console',
  'webchat',
  'cli',
] as const
export type Layer = (typeof layers)[number]

const server: Layer[] = ['platform', 'domains', 'app']

export const allowedImports: Record<Layer, readonly Layer[]> = {
  packages: ['packages'],
  platform: ['packages', 'platform'],
  domains: ['packages', 'platform', 'domains'],
  config: ['packages', 'platform'],
  start: ['packages', 'platform', 'domains', 'config', 'start'],
  app: ['packages', 'platform', 'domains', 'config', 'start'],
  main: ['packages', ...server, 'config', 'start'],
  testing: layers,
  bench: ['packages', ...server, 'testing', 'bench'],
  faults: ['packages', ...server, 'testing', 'faults'],
  load: ['packages', ...server, 'testing', 'faults', 'load'],
  fuzz: ['packages', ...server, 'config', 'testing', 'fuzz'],
  e2e: ['packages', ...server, 'config', 'testing', 'e2e'],
  tools: ['packages', ...server, 'testing', 'tools'],
  console: ['packages', 'console'],
  webchat: ['packages', 'webchat'],
  cli: ['packages', 'cli'],
}

/** Imports that tests may use in addition to those of their layer. */
export const extraTestImports: Partial<Record<Layer, readonly Layer[]>> = {
  platform: ['testing', 'app', 'config'],
  domains: ['testing', 'app', 'config'],
  config: ['testing', 'config'],
  app: ['testing', 'app'],
  main: ['testing', 'app', 'main'],
}

/** A domain never imports one to its right, and domains on the same line do not import each other. */
const domainOrder = [
  ['orgs', 'catalogs'],
  ['agents'],
  ['connections', 'knowledge', 'channels', 'models'],
  ['people'],
  ['scheduling', 'tools'],
  ['conversations'],
  ['desk'],
  ['runtime'],
  ['outreach'],
  ['campaigns'],
  ['regression'],
  ['insights'],
  ['usage'],
]
const sideDomainImports = {
  lab: ['channels', 'people', 'conversations', 'runtime'],
  emulator: ['conversations', 'runtime', 'agents', 'orgs'],
  webchat: ['conversations', 'channels', 'people', 'agents'],
}

/** The domains that each domain may import. None may import `webhooks`, which listens to all. */
export const allowedDomainImports: ReadonlyMap<string, readonly string[]> = new Map([
  ...domainOrder.flatMap((line, at) => line.map((domain) => [domain, domainOrder.slice(0, at).flat()] as const)),
  ...Object.entries(sideDomainImports),
  ['webhooks', [...domainOrder.flat(), ...Object.keys(sideDomainImports)]] as const,
])

/** Modules that, within a domain, only the file or folder of that name may import. */
export const reservedModules: readonly ReservedModule[] = [
  {
    role: 'queries',
    description: 'the database',
    npm: ['kysely', 'pg'],
    platform: 'db',
    allowTypes: true,
    // Transactions, kinds of errors and batching: they contain no SQL of a domain.
    allowedFiles: ['transaction.ts', 'errors.ts', 'batch.ts'],
  },
  {
    role: 'routes',
    description: 'HTTP',
    npm: ['fastify'],
    platform: 'http',
    allowTypes: true,
    allowedFiles: ['access.ts', 'page.ts', 'problem.ts', 'schemas.ts'],
  },
  { role: 'worker', description: 'work rows', npm: [], platform: 'work', allowTypes: false, allowedFiles: [] },
]
export type ReservedModule = {
  role: 'queries' | 'routes' | 'worker'
  description: string
  npm: readonly string[]
  platform: string
  allowTypes: boolean
  allowedFiles: readonly string[]
}
