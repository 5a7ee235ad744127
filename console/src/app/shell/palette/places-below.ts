import { tabs as settings } from '../../../areas/admin/SettingsFrame.tsx'
import { parts } from '../../../areas/agent/frame/parts.ts'
import { places as knowledge } from '../../../areas/knowledge/KnowledgeFrame.tsx'
import { places as outreach } from '../../../areas/outreach/shared/OutreachFrame.tsx'
import { places as setup } from '../../../areas/setup/SetupFrame.tsx'
import { places as tests } from '../../../areas/tests/shared/TestsFrame.tsx'
import { agentPlaces, orgPlaces } from '../places.ts'

const below = [
  ['/edit', parts],
  ['/setup', setup],
  ['/knowledge', knowledge],
  ['/outreach', outreach],
  ['/tests', tests],
] as const

const [, ofSettings] = orgPlaces

/** What lies below the pages of the menu: the parts of an agent, the tabs of its areas, the settings. */
export const placesBelow = {
  ofOrg: settings.map(({ to, label }) => ({ to, label, icon: ofSettings.icon, of: ofSettings.label })),
  ofAgent: agentPlaces.flatMap((place) => {
    const list = below.find(([end]) => place.to.endsWith(end))?.[1] ?? []
    return list.map(({ to, label }) => ({ to, label, icon: place.icon, of: place.label }))
  }),
}
