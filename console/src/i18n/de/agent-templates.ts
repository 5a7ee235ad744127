import type { strings as english } from '../en/agent-templates.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber } from './numbers.ts'

const counted = (count: number, one: string, many: string): string => (count === 0 ? '' : formatCount(count, one, many))

export const strings: Translation<typeof english> = {
  templates: {
    lead: 'Vollständige Agenten als Ausgangspunkt. Sehen Sie sich vor dem Anwenden an, was eine Vorlage ändern würde.',
    applied: 'Zuletzt angewendet',
    contents: 'Inhalt',
    preview: 'Änderungen an diesem Agenten',
    apply: 'Anwenden',
    applyTitle: (name) => `„${name}“ anwenden?`,
    applyText:
      'Jeder Abschnitt der Vorlage ersetzt den des Agenten. Geheimnisse, Tools und Identität bleiben unverändert.',
    done: (name) => `„${name}“ angewendet`,
    counts: {
      playbooks: (count) => counted(count, 'Playbook', 'Playbooks'),
      goals: (count) => counted(count, 'Ziel', 'Ziele'),
      guardrails: (count) => counted(count, 'Satz Leitplanken', 'Sätze Leitplanken'),
    },
    kinds: {
      personality: 'Persönlichkeit',
      playbooks: 'Playbooks',
      objectives: 'Vorhaben',
      guardrails: 'Leitplanken',
      goals: 'Ziele',
      instructions: 'Daueranweisungen',
      tools: 'Passt gut zu',
    },
  },
  updates: {
    lead: 'Einträge aus dem Katalog und ihre neueren Versionen. Ein Update ersetzt den Text des Eintrags.',
    none: 'Keine Einträge aus dem Katalog',
    noneText:
      'Einträge, die Sie aus einer Vorlage hinzufügen, erscheinen hier, mit einem Update, sobald der Katalog eine neuere Version enthält.',
    apply: (count) =>
      count <= 1 ? 'Ausgewähltes Update anwenden' : `${formatNumber(count)} ausgewählte Updates anwenden`,
    done: (count) => `${formatCount(count, 'Update', 'Updates')} angewendet`,
    choose: (name) => `Update für „${name}“ auswählen`,
    compare: 'Vergleichen',
    compareNamed: (name) => `„${name}“ vergleichen`,
    hide: 'Ausblenden',
    hideNamed: (name) => `„${name}“ ausblenden`,
    kinds: { personality: 'Persönlichkeit', objective: 'Vorhaben', skill: 'Fähigkeit', playbook: 'Playbook' },
    versions: (current, latest) =>
      latest === undefined || latest === current ? `Version ${current}` : `Version ${current}, neueste ${latest}`,
    waiting: 'Update verfügbar',
    current: 'Aktuell',
    missing: 'Nicht mehr im Katalog',
  },
}
