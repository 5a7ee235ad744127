import type { channelNames } from '@parley/amf/channels'
import type { roleNames } from '@parley/definition/vocabulary'
import type { Translation } from './translation.ts'

type English = {
  account: typeof import('./en/account.ts')
  admin: typeof import('./en/admin.ts')
  'agent-templates': typeof import('./en/agent-templates.ts')
  agent: typeof import('./en/agent.ts')
  aml: typeof import('./en/aml.ts')
  app: typeof import('./en/app.ts')
  appointments: typeof import('./en/appointments.ts')
  campaigns: typeof import('./en/campaigns.ts')
  channels: typeof import('./en/channels.ts')
  consent: typeof import('./en/consent.ts')
  desk: typeof import('./en/desk.ts')
  emulator: typeof import('./en/emulator.ts')
  experiments: typeof import('./en/experiments.ts')
  flow: typeof import('./en/flow.ts')
  handset: typeof import('./en/handset.ts')
  history: typeof import('./en/history.ts')
  home: typeof import('./en/home.ts')
  improve: typeof import('./en/improve.ts')
  inbox: typeof import('./en/inbox.ts')
  'knowledge-import': typeof import('./en/knowledge-import.ts')
  knowledge: typeof import('./en/knowledge.ts')
  lab: typeof import('./en/lab.ts')
  models: typeof import('./en/models.ts')
  'new-agent': typeof import('./en/new-agent.ts')
  outreach: typeof import('./en/outreach.ts')
  palette: typeof import('./en/palette.ts')
  'people-import': typeof import('./en/people-import.ts')
  people: typeof import('./en/people.ts')
  playbooks: typeof import('./en/playbooks.ts')
  proof: typeof import('./en/proof.ts')
  scheduling: typeof import('./en/scheduling.ts')
  sends: typeof import('./en/sends.ts')
  sequences: typeof import('./en/sequences.ts')
  session: typeof import('./en/session.ts')
  setup: typeof import('./en/setup.ts')
  'test-case': typeof import('./en/test-case.ts')
  'test-runs': typeof import('./en/test-runs.ts')
  tests: typeof import('./en/tests.ts')
  tools: typeof import('./en/tools.ts')
  turn: typeof import('./en/turn.ts')
  usage: typeof import('./en/usage.ts')
  versions: typeof import('./en/versions.ts')
  webhooks: typeof import('./en/webhooks.ts')
}

/** What a language must have. A key that is missing is an error of its types. */
type AllTexts = { readonly [Name in keyof English]: Translation<English[Name]['strings']> } & {
  readonly 'channel-names': Translation<typeof channelNames>
  readonly 'role-names': Translation<typeof roleNames>
  readonly 'suite-names': Translation<typeof import('./en/suite-names.ts').suiteNames>
}

/** The texts that the first screen shows: the frame of the console, the sign-in page and Home. */
export type FirstScreenTexts = Pick<
  AllTexts,
  'app' | 'channel-names' | 'handset' | 'home' | 'palette' | 'role-names' | 'session' | 'usage'
>

export type PageTexts = Omit<AllTexts, keyof FirstScreenTexts>
