/** What each published package contains. All have the version of the repository. */
export type PackagePlan = {
  name: string
  description: string
  /** The workspace whose package.json is the beginning of the published one. */
  workspace: string
  /** Public entries: the key of `exports` and its source. Sources that no entry imports are left out. */
  exports: Record<string, string>
  /** Programs and threads that no entry imports by a path that the builder sees. */
  programs?: string[]
  /** The folder of the sources, which becomes `dist`; default: the repository, whose layout is kept. */
  base?: string
  /** A program: its source, and where it is in the package. */
  bin?: { name: string; source: string; path: string }
  node: string
  hasTypes?: boolean
  /** Files and folders that are copied as they are. */
  assets?: string[]
  /** Packages of the repository that the tarball contains instead of depending on them. */
  contains: 'private packages' | 'all packages'
}

const library = { node: '>=20.11', hasTypes: true, contains: 'private packages' } as const

export const packagePlans: readonly PackagePlan[] = [
  {
    ...library,
    name: '@parley/findings',
    description: 'Lists of what is wrong with an input, each with its place and the next step',
    workspace: 'packages/findings',
    base: 'packages/findings/src',
    exports: { '.': 'packages/findings/src/index.ts', './edit-distance': 'packages/findings/src/edit-distance.ts' },
  },
  {
    ...library,
    name: '@parley/amf',
    description: 'Messages of Parley: their model, AML, and what each channel makes of them',
    workspace: 'packages/amf',
    base: 'packages/amf/src',
    exports: {
      '.': 'packages/amf/src/index.ts',
      './channels': 'packages/amf/src/model/channels.ts',
      './events': 'packages/amf/src/model/events.ts',
    },
  },
  {
    ...library,
    name: '@parley/sdk',
    description: 'The APIs of Parley from TypeScript and JavaScript, and bots',
    workspace: 'packages/sdk',
    base: 'packages/sdk/src',
    exports: { '.': 'packages/sdk/src/index.ts' },
  },
  {
    name: '@parley/cli',
    description: 'The command line of Parley: parley',
    workspace: 'cli',
    exports: { '.': 'cli/src/main.ts' },
    bin: { name: 'parley', source: 'cli/bin/parley.mjs', path: 'cli/bin/parley.mjs' },
    node: '>=20.11',
    contains: 'private packages',
  },
  {
    name: '@parley/server',
    description: 'Parley: a self-hosted platform for conversational agents',
    workspace: 'server',
    exports: { '.': 'server/src/main.ts' },
    programs: ['backup', 'restore', 'upgrade', 'renew-credentials', 'reset-second-factor', 'rotate-secret-key'].map(
      (name) => `server/src/${name}.ts`,
    ),
    bin: {
      name: 'parley-server',
      source: 'tools/packages/parley-server.mjs',
      path: 'server/bin/parley-server.mjs',
    },
    node: '>=24',
    assets: ['docs', 'server/migrations', 'server/src/demo', 'server/src/domains', 'console/dist'],
    contains: 'all packages',
  },
]
