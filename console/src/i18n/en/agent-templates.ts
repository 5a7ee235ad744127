import { translatedPage } from '../translated-page.ts'
import { formatNumber } from './numbers.ts'

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : count === 1 ? one : `${formatNumber(count)} ${many}`

export const strings = translatedPage('agent-templates', {
  templates: {
    lead: 'Complete agents to start from. Preview what a template would change before you apply it.',
    applied: 'Last applied',
    contents: 'Contents',
    preview: 'Changes to this agent',
    apply: 'Apply',
    applyTitle: (name: string) => `Apply ${name}?`,
    applyText: 'Every section in the template replaces the agent’s own. Secrets, tools, and identity do not change.',
    done: (name: string) => `${name} applied`,
    counts: {
      playbooks: (count: number) => counted(count, '1 playbook', 'playbooks'),
      goals: (count: number) => counted(count, '1 Goal', 'Goals'),
      guardrails: (count: number) => counted(count, '1 set of guardrails', 'sets of guardrails'),
    },
    kinds: {
      personality: 'Personality',
      playbooks: 'Playbooks',
      objectives: 'Objectives',
      guardrails: 'Guardrails',
      goals: 'Goals',
      instructions: 'Standing instructions',
      tools: 'Works well with',
    },
  },
  updates: {
    lead: 'Items from the catalog, and their newer versions. An update replaces the text of the item.',
    none: 'No items from the catalog',
    noneText: 'Items that you add from a template appear here, with an update when the catalog has a newer version.',
    apply: (count: number) => (count <= 1 ? 'Apply selected update' : `Apply ${count} selected updates`),
    done: (count: number) => (count === 1 ? '1 update applied' : `${count} updates applied`),
    choose: (name: string) => `Select the update of ${name}`,
    compare: 'Compare',
    compareNamed: (name: string) => `Compare ${name}`,
    hide: 'Hide',
    hideNamed: (name: string) => `Hide ${name}`,
    kinds: { personality: 'Personality', objective: 'Objective', skill: 'Skill', playbook: 'Playbook' },
    versions: (current: string, latest: string | undefined) =>
      latest === undefined || latest === current ? `version ${current}` : `version ${current}, latest ${latest}`,
    waiting: 'Update available',
    current: 'Up to date',
    missing: 'No longer in the catalog',
  },
})
