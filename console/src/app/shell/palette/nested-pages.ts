import { settingsTabs as settings } from '../../../features/admin/SettingsFrame.tsx'
import { editorParts } from '../../../features/agent/frame/editor-parts.ts'
import { improveTabs as improve } from '../../../features/improve/ImproveFrame.tsx'
import { knowledgeTabs as knowledge } from '../../../features/knowledge/KnowledgeFrame.tsx'
import { outreachTabs as outreach } from '../../../features/outreach/shared/OutreachFrame.tsx'
import { setupTabs as setup } from '../../../features/setup/SetupFrame.tsx'
import { testsTabs as tests } from '../../../features/tests/shared/TestsFrame.tsx'
import { versionsTabs as versions } from '../../../features/versions/VersionsFrame.tsx'
import { agentNavItems, orgNavItems } from '../Nav.tsx'

const below = [
  ['/edit', editorParts],
  ['/improve', improve],
  ['/setup', setup],
  ['/knowledge', knowledge],
  ['/outreach', outreach],
  ['/versions', versions],
  ['/tests', tests],
] as const

const [, ofSettings] = orgNavItems

/** Pages below those of the menu: the parts of an agent, tabs, settings. */
export const nestedPages = {
  ofOrg: settings.map(({ to, label }) => ({ to, label, icon: ofSettings.icon, of: ofSettings.label })),
  ofAgent: agentNavItems.flatMap((item) => {
    const list = below.find(([end]) => item.to.endsWith(end))?.[1] ?? []
    return list.map(({ to, label }) => ({ to, label, icon: item.icon, of: item.label }))
  }),
}
