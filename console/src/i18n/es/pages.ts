import 'dayjs/locale/es.js'
import type { PageTexts } from '../all-texts.ts'
import { strings as account } from './account.ts'
import { strings as admin } from './admin.ts'
import { strings as agent } from './agent.ts'
import { strings as agentTemplates } from './agent-templates.ts'
import { strings as aml } from './aml.ts'
import { strings as appointments } from './appointments.ts'
import { strings as campaigns } from './campaigns.ts'
import { strings as channels } from './channels.ts'
import { strings as consent } from './consent.ts'
import { strings as desk } from './desk.ts'
import { strings as emulator } from './emulator.ts'
import { strings as experiments } from './experiments.ts'
import { strings as flow } from './flow.ts'
import { strings as history } from './history.ts'
import { strings as improve } from './improve.ts'
import { strings as inbox } from './inbox.ts'
import { strings as knowledge } from './knowledge.ts'
import { strings as knowledgeImport } from './knowledge-import.ts'
import { strings as lab } from './lab.ts'
import { strings as models } from './models.ts'
import { strings as newAgent } from './new-agent.ts'
import { strings as outreach } from './outreach.ts'
import { strings as people } from './people.ts'
import { strings as peopleImport } from './people-import.ts'
import { strings as playbooks } from './playbooks.ts'
import { strings as proof } from './proof.ts'
import { strings as scheduling } from './scheduling.ts'
import { strings as sends } from './sends.ts'
import { strings as sequences } from './sequences.ts'
import { strings as setup } from './setup.ts'
import { suiteNames } from './suite-names.ts'
import { strings as testCase } from './test-case.ts'
import { strings as testRuns } from './test-runs.ts'
import { strings as tests } from './tests.ts'
import { strings as tools } from './tools.ts'
import { strings as turn } from './turn.ts'
import { strings as versions } from './versions.ts'
import { strings as webhooks } from './webhooks.ts'

export const translations: PageTexts = {
  account,
  admin,
  agent,
  'agent-templates': agentTemplates,
  aml,
  appointments,
  campaigns,
  channels,
  consent,
  desk,
  emulator,
  experiments,
  flow,
  history,
  improve,
  inbox,
  knowledge,
  'knowledge-import': knowledgeImport,
  lab,
  models,
  'new-agent': newAgent,
  outreach,
  people,
  'people-import': peopleImport,
  playbooks,
  proof,
  scheduling,
  sends,
  sequences,
  setup,
  'suite-names': suiteNames,
  'test-case': testCase,
  'test-runs': testRuns,
  tests,
  tools,
  turn,
  versions,
  webhooks,
}
